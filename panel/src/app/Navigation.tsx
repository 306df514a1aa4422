// The list of pages, those that the person's role opens, and the person's own menu at its foot.

import { Avatar, Box, Group, Kbd, Menu, Stack, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import {
  IconExternalLink,
  IconFiles,
  IconFolders,
  IconHome,
  IconLogout,
  IconMoon,
  IconProgressBolt,
  IconSearch,
  IconServerCog,
  IconSettings,
  IconSun,
  IconSunMoon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { mayAdminister, mayEdit, signOut, useMe } from '../session/session.ts'
import classes from './shell.module.css'

export const PAGES = [
  { to: '/', label: 'Home', icon: IconHome, role: 'reader' },
  { to: '/documents', label: 'Documents', icon: IconFiles, role: 'reader' },
  { to: '/categories', label: 'Categories', icon: IconFolders, role: 'editor' },
  { to: '/pipeline', label: 'Pipeline', icon: IconProgressBolt, role: 'editor' },
  { to: '/processes', label: 'Processes', icon: IconServerCog, role: 'admin' },
  { to: '/settings', label: 'Settings', icon: IconSettings, role: 'reader' },
] as const

export function usePages() {
  const me = useMe()
  return PAGES.filter(({ role }) => role === 'reader' || (role === 'editor' ? mayEdit(me) : mayAdminister(me)))
}

export function Navigation({ onSearch, onLeave }: { onSearch: () => void; onLeave: () => void }) {
  return (
    <Stack h="100%" gap="md">
      <Box visibleFrom="sm">
        <Link to="/" className="visually-plain">
          <Group gap={10} px={8} pt={6}>
            <img src="/panel/galley.svg" alt="" width={26} height={26} />
            <Text fw={650} fz="lg">
              Galley
            </Text>
          </Group>
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
            activeOptions={{ exact: to === '/', includeSearch: false }}
            onClick={onLeave}
          >
            <Picture size={18} stroke={1.7} aria-hidden />
            {label}
          </Link>
        ))}
      </Stack>
      <Box mt="auto">
        <a className={classes.link} href="/" target="_blank" rel="noreferrer">
          <IconExternalLink size={18} stroke={1.7} aria-hidden />
          Public site
        </a>
        <PersonMenu />
      </Box>
    </Stack>
  )
}

function PersonMenu() {
  const me = useMe()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = me.display_name ?? me.username ?? me.email
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.person}>
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
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Appearance</Menu.Label>
        {(
          [
            ['light', 'Light', IconSun],
            ['dark', 'Dark', IconMoon],
            ['auto', 'As the system', IconSunMoon],
          ] as const
        ).map(([value, label, Picture]) => (
          <Menu.Item
            key={value}
            leftSection={<Picture size={16} aria-hidden />}
            onClick={() => setColorScheme(value)}
            fw={colorScheme === value ? 650 : undefined}
            role="menuitemradio"
            aria-checked={colorScheme === value}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} aria-hidden />}>
          Settings
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
