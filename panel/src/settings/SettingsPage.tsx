// Settings by section: one's own first, then those of editors and admins.

import { Anchor, NativeSelect, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconArrowForwardUp,
  IconBell,
  IconBook2,
  IconDevices,
  IconHistory,
  IconKey,
  IconPalette,
  IconSettings,
  IconShieldLock,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { hasRole, useMe } from '../session/session.ts'
import { lazily } from '../ui/lazily.tsx'
import { Page } from '../ui/Page.tsx'

const Profile = lazily(() => import('./account/Profile.tsx'), 'Profile')
const Sessions = lazily(() => import('./account/Sessions.tsx'), 'Sessions')
const Factors = lazily(() => import('./account/Factors.tsx'), 'Factors')
const Notifications = lazily(() => import('./account/Notifications.tsx'), 'Notifications')
const Tokens = lazily(() => import('./tokens/Tokens.tsx'), 'Tokens')
const Redirects = lazily(() => import('./redirects/Redirects.tsx'), 'Redirects')
const Users = lazily(() => import('./users/Users.tsx'), 'Users')
const Groups = lazily(() => import('./groups/Groups.tsx'), 'Groups')
const Webhooks = lazily(() => import('./webhooks/Webhooks.tsx'), 'Webhooks')
const Brand = lazily(() => import('./brand/Brand.tsx'), 'Brand')
const AuditTrail = lazily(() => import('./audit/AuditTrail.tsx'), 'AuditTrail')
const ServiceSettings = lazily(() => import('./ServiceSettings.tsx'), 'ServiceSettings')

const SECTIONS = [
  { name: 'profile', label: 'Profile', icon: IconUser, view: Profile, least: 'reader' },
  { name: 'notifications', label: 'Notifications', icon: IconBell, view: Notifications, least: 'reader' },
  { name: 'sessions', label: 'Sessions', icon: IconDevices, view: Sessions, least: 'reader' },
  { name: 'two-step', label: 'Two-step sign-in', icon: IconShieldLock, view: Factors, least: 'reader' },
  { name: 'tokens', label: 'API tokens', icon: IconKey, view: Tokens, least: 'reader' },
  { name: 'redirects', label: 'Redirects', icon: IconArrowForwardUp, view: Redirects, least: 'editor' },
  { name: 'brand', label: 'Brand', icon: IconPalette, view: Brand, least: 'admin' },
  { name: 'users', label: 'Users', icon: IconUsers, view: Users, least: 'admin' },
  { name: 'groups', label: 'Groups', icon: IconUsersGroup, view: Groups, least: 'admin' },
  { name: 'webhooks', label: 'Webhooks', icon: IconWebhook, view: Webhooks, least: 'admin' },
  { name: 'audit', label: 'Audit trail', icon: IconHistory, view: AuditTrail, least: 'admin' },
  { name: 'service', label: 'Service', icon: IconSettings, view: ServiceSettings, least: 'admin' },
] as const

export function SettingsPage() {
  const me = useMe()
  const { section = 'profile' } = useParams({ strict: false })
  const navigate = useNavigate()
  // Ten tabs would fill half of a phone's screen, so there they are a select.
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const open = SECTIONS.filter(({ least }) => hasRole(me, least))
  // A section that this role can't open shows the first one.
  const { name: current, label: shown, view: View } = open.find(({ name }) => name === section) ?? open[0]!
  const choose = (name: string | null) => {
    if (name) void navigate({ to: '/settings/$section', params: { section: name } })
  }
  return (
    <Page
      title="Settings"
      tab={`${shown} · Settings`}
      actions={
        <Anchor href="/docs" target="_blank" fz="sm">
          <IconBook2 size={16} aria-hidden style={{ verticalAlign: -3 }} /> API explorer
        </Anchor>
      }
    >
      {wide ? (
        <Tabs
          value={current}
          onChange={choose}
          orientation="vertical"
          variant="pills"
          className="quiet-tabs"
          keepMounted={false}
        >
          <Tabs.List mr="xl" miw={190}>
            {open.map(({ name, label, icon: Picture }) => (
              <Tabs.Tab key={name} value={name} leftSection={<Picture size={17} stroke={1.7} aria-hidden />}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={current} style={{ minWidth: 0 }}>
            <View />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <>
          <NativeSelect
            aria-label="Section"
            mb="lg"
            value={current}
            onChange={(event) => choose(event.currentTarget.value)}
            data={open.map(({ name, label }) => ({ value: name, label }))}
          />
          <View />
        </>
      )}
    </Page>
  )
}
