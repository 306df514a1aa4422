// The person's menu: colour scheme, settings, sign out.

import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconLogout, IconMoon, IconSettings, IconSun, IconSunMoon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { counted } from '../counted.ts'
import { signOut } from '../session/session.ts'
import { ActionMenu, Item } from '../ui/ActionMenu.tsx'
import { useLocalCopyIds } from '../ui/localCopies.ts'

const SCHEMES = [
  ['light', 'Light', IconSun],
  ['dark', 'Dark', IconMoon],
  ['auto', 'Match system', IconSunMoon],
] as const

export function PersonMenu({ button }: { button: ReactElement }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const unsaved = useLocalCopyIds('document').size + useLocalCopyIds('draft').size
  return (
    <ActionMenu button={button} position="top-start" width={220}>
      <Menu.Label>Appearance</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}>
        {SCHEMES.map(([value, label, Picture]) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick rightSection={<Picture size={16} aria-hidden />}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Item icon={IconSettings} label="Settings" renderRoot={(props) => <Link {...props} to="/settings" />} />
      <Item icon={IconLogout} label="Sign out" onClick={signOut}>
        {unsaved > 0 && (
          <Text fz="xs" c="dimmed">
            {counted(unsaved, 'document')} with unsaved changes, which are then deleted
          </Text>
        )}
      </Item>
    </ActionMenu>
  )
}
