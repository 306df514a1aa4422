// The navigation: pages for the person's role, and the person's menu.

import { Avatar, Box, Kbd, Stack, Text, UnstyledButton } from '@mantine/core'
import {
  IconExternalLink,
  IconFiles,
  IconFolders,
  IconGitPullRequest,
  IconHome,
  IconInbox,
  IconProgressBolt,
  IconSearch,
  IconServerCog,
  IconSettings,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { callName } from '../people/people.ts'
import { hasRole, useMe } from '../session/session.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { lazily, lazyMenu } from '../ui/lazily.tsx'
import classes from './shell.module.css'

const PersonMenu = lazyMenu(() => import('./PersonMenu.tsx'), 'PersonMenu')

const InboxCount = lazily(() => import('../inbox/InboxCount.tsx'), 'InboxCount')

const PAGES = [
  { to: '/', label: 'Home', icon: IconHome, role: 'reader' },
  { to: '/inbox', label: 'Inbox', icon: IconInbox, role: 'reader' },
  { to: '/documents', label: 'Documents', icon: IconFiles, role: 'reader' },
  { to: '/categories', label: 'Categories', icon: IconFolders, role: 'editor' },
  { to: '/review', label: 'Review', icon: IconGitPullRequest, role: 'editor' },
  { to: '/pipeline', label: 'Pipeline', icon: IconProgressBolt, role: 'editor' },
  { to: '/processes', label: 'Processes', icon: IconServerCog, role: 'admin' },
  { to: '/settings', label: 'Settings', icon: IconSettings, role: 'reader' },
] as const

export function usePages() {
  const me = useMe()
  return PAGES.filter(({ role }) => hasRole(me, role))
}

export function Navigation({ onSearch, onLeave }: { onSearch: () => void; onLeave: () => void }) {
  return (
    <Stack h="100%" gap="md">
      <Box visibleFrom="sm">
        <Link to="/" className="visually-plain">
          <Box px={8} pt={6}>
            <BrandMark size={26} fz="lg" />
          </Box>
        </Link>
      </Box>
      <UnstyledButton className={classes.search} onClick={onSearch}>
        <IconSearch size={15} aria-hidden />
        <span>Search</span>
        <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      <Stack gap={2}>
        {usePages().map(({ to, label, icon: Picture }) => (
          <Link
            key={to}
            to={to}
            className={classes.link}
            // Every page is below `/`, so Home matches exactly; search parameters don't count.
            activeOptions={{ exact: to === '/', includeSearch: false }}
            onClick={onLeave}
          >
            <Picture size={18} stroke={1.7} aria-hidden />
            {label}
            {to === '/inbox' && <InboxCount />}
          </Link>
        ))}
      </Stack>
      <Box mt="auto">
        <a className={classes.link} href="/" target="_blank" rel="noreferrer">
          <IconExternalLink size={18} stroke={1.7} aria-hidden />
          Public site
        </a>
        <Person />
      </Box>
    </Stack>
  )
}

function Person() {
  const me = useMe()
  const name = callName(me)
  return (
    <PersonMenu
      button={
        <UnstyledButton className={classes.person} aria-haspopup="menu">
          <Avatar size={30} radius="xl" color="ink" name={name} alt="" />
          <Box style={{ minWidth: 0 }}>
            <Text fz="sm" fw={550} truncate>
              {name}
            </Text>
            <Text fz="xs" c="dimmed">
              {me.role}
            </Text>
          </Box>
        </UnstyledButton>
      }
    />
  )
}
