// One's own menu: how the panel looks, the settings, the way out.

import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconLogout, IconMoon, IconSettings, IconSun, IconSunMoon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { signOut } from '../session/session.ts'
import { counted } from '../ui/counted.ts'
import { useKeptIds } from '../ui/kept.ts'
import { useOpening } from '../ui/onDemand.tsx'

const SCHEMES = [
  ['light', 'Light', IconSun],
  ['dark', 'Dark', IconMoon],
  ['auto', 'As the system', IconSunMoon],
] as const

export function PersonMenu({ button }: { button: ReactElement }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const unsaved = useKeptIds('document').size + useKeptIds('draft').size
  return (
    <Menu {...useOpening()} position="top-start" width={220}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}>
          {SCHEMES.map(([value, label, Picture]) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick rightSection={<Picture size={16} aria-hidden />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} aria-hidden />}>
          Settings
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          Sign out
          {unsaved > 0 && (
            <Text fz="xs" c="dimmed">
              {counted(unsaved, 'text is', 'texts are')} not saved, and kept here for you
            </Text>
          )}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
