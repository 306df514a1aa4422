// The frame of every page: navigation (a drawer on phones), palette, person's menu.

import { AppShell, Burger, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Link, Outlet } from '@tanstack/react-router'
import { useRef } from 'react'
import { useLive } from '../api/live.ts'
import { hasRole, useSession } from '../session/session.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { lazily } from '../ui/lazily.tsx'
import { typeAhead } from '../ui/typeAhead.ts'
import { Navigation } from './Navigation.tsx'
import classes from './shell.module.css'

const Palette = lazily(() => import('./Palette.tsx'), 'Palette')

export function Shell() {
  const session = useSession()
  useLive(session.state === 'in' && hasRole(session.user, 'editor'))
  const [opened, menu] = useDisclosure()
  // The first Ctrl-K loads the palette; keys typed meanwhile are handed over.
  const forgetTyped = useRef<() => void>(undefined)
  const [searching, palette] = useDisclosure(false, {
    onOpen: () => {
      forgetTyped.current = typeAhead()
    },
    onClose: () => forgetTyped.current?.(),
  })
  useHotkeys([['mod+K', palette.toggle]], [], true)
  const burger = useRef<HTMLButtonElement>(null)
  useHotkeys([
    [
      'Escape',
      () => {
        // The drawer hides the focused element; without this, Tab would start at the top of the page.
        if (opened) burger.current?.focus()
        menu.close()
      },
      { preventDefault: false },
    ],
  ])
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 236, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <AppShell.Header hiddenFrom="sm" px="md" className={classes.header}>
        <Burger
          ref={burger}
          opened={opened}
          onClick={menu.toggle}
          size="sm"
          aria-label={opened ? 'Close menu' : 'Open menu'}
        />
        <Link to="/" className="visually-plain" style={{ minWidth: 0 }}>
          <BrandMark size={24} fz="md" />
        </Link>
        <UnstyledButton onClick={palette.open} fz="sm" p={6}>
          Search
        </UnstyledButton>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} p="sm" aria-label="Pages">
        <Navigation onSearch={palette.open} onLeave={menu.close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </AppShell.Main>
      {searching && <Palette onClose={palette.close} />}
    </AppShell>
  )
}
