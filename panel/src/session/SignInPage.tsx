// The sign-in page: first admin account, password, code, registration.

import { Alert, Anchor, Box, Button, Center, Group, Loader, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import type { SetupOut } from 'galley-client/schema.ts'
import { type ReactNode, useState } from 'react'
import { call } from '../api/client.ts'
import { useSetup } from '../api/setup.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { brandNow } from '../ui/brand.ts'
import { Form, NewPasswordInput } from '../ui/Form.tsx'
import { useApiForm } from '../ui/useApiForm.ts'
import { CodeForm } from './CodeForm.tsx'
import { guestHere, refusalHere, setupTokenHere } from './guest.ts'
import { nextHere } from './next.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { accept } from './session.ts'
import classes from './way-in.module.css'

const CODE = 'Forgot your password? Get a sign-in code'
type Way = 'password' | 'code' | 'register' | 'provider'

export function SignInPage() {
  const guest = guestHere()
  // Never cached: the first account may have been created elsewhere.
  const setup = useSetup({ staleTime: 0, retry: 1 })
  const [chosen, setWay] = useState<Way>()
  const isProviderOnly = setup.data?.sign_in === 'provider'
  // Someone invited has an address and, most likely, no password yet.
  const way = chosen ?? (isProviderOnly ? 'provider' : guest === '' ? 'password' : 'code')
  if (setup.isPending) {
    return (
      <Center h="100dvh">
        <Loader type="dots" aria-label="Loading" />
      </Center>
    )
  }
  if ((setup.data?.first_run && !isProviderOnly) || setupTokenHere() !== undefined) {
    return (
      <Frame
        title={`Welcome to ${brandNow().name}`}
        hint="Create the first account. It will be an admin; you can invite everyone else later."
      >
        <RegisterForm first />
      </Frame>
    )
  }
  return (
    <Frame title={TITLES[way]} hint={HINTS[way]}>
      {refusalHere() !== undefined && (
        <Alert color="red" mb="md" title="You weren't signed in" role="alert">
          {refusalHere()}
        </Alert>
      )}
      <Providers providers={setup.data?.providers ?? []} />
      {way === 'password' && <PasswordForm identifier={guest} />}
      {way === 'code' && <CodeForm identifier={guest} />}
      {way === 'register' && <RegisterForm />}
      <Group justify="space-between" mt="lg" fz="sm">
        {way !== 'password' && <Way label="Sign in with a password" onClick={() => setWay('password')} />}
        {way !== 'code' && !isProviderOnly && <Way label={CODE} onClick={() => setWay('code')} />}
        {way !== 'register' && !isProviderOnly && ['open', 'domains'].includes(setup.data?.registration ?? '') && (
          <Way label="Create an account" onClick={() => setWay('register')} />
        )}
      </Group>
    </Frame>
  )
}

const TITLES: Record<Way, string> = {
  password: 'Sign in',
  provider: 'Sign in',
  code: 'Sign in with a code',
  register: 'Create an account',
}
const HINTS: Record<Way, string> = {
  password: 'Write, draft, review and publish documentation.',
  provider: "Use your organisation's account.",
  code: "We'll email you a six-digit code. It works for 10 minutes.",
  register: 'An account lets you read members-only pages.',
}

function Providers({ providers }: { providers: SetupOut['providers'] }) {
  if (providers.length === 0) return null
  const next = encodeURIComponent(nextHere() ?? '/panel/')
  return (
    <Stack gap="xs" mb="lg">
      {providers.map(({ id, name }) => (
        <Button key={id} component="a" href={`/api/auth/oidc/${id}/start?next=${next}`} variant="default" fullWidth>
          Continue with {name}
        </Button>
      ))}
    </Stack>
  )
}

function Way({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Anchor component="button" type="button" onClick={onClick} fz="sm">
      {label}
    </Anchor>
  )
}

function Frame({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <Box w="100%" maw={420}>
        <Group mb="xl" justify="center">
          <BrandMark size={36} fz={22} />
        </Group>
        <Paper p="xl" shadow="sm">
          <Stack gap={4} mb="lg">
            <Title order={1} fz="h2">
              {title}
            </Title>
            <Text c="dimmed" fz="sm">
              {hint}
            </Text>
          </Stack>
          {children}
        </Paper>
        <Text ta="center" mt="lg" fz="sm">
          <Anchor href={nextHere() ?? '/'} fz="sm">
            {nextHere() === undefined ? 'Go to the public site' : 'Continue without signing in'}
          </Anchor>
        </Text>
      </Box>
    </main>
  )
}

/** Registration; the first account becomes an admin. */
function RegisterForm({ first = false }: { first?: boolean }) {
  const setup_token = first ? setupTokenHere() : undefined
  const form = useApiForm({
    initialValues: { email: '', display_name: '', password: '' },
    send: ({ display_name, ...body }) =>
      call('POST /auth/register', {
        body: {
          ...body,
          ...(display_name.trim() && { display_name: display_name.trim() }),
          ...(setup_token !== undefined && { setup_token }),
        },
      }),
    onSent: accept,
  })
  return (
    <Form form={form} action={first ? 'Create admin account' : 'Create account'} button={{ fullWidth: true, mt: 4 }}>
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        required
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Your name"
        description="Optional. Shown next to what you write."
        name="name"
        autoComplete="name"
        {...form.getInputProps('display_name')}
      />
      <NewPasswordInput label="Password" name="password" {...form.getInputProps('password')} />
    </Form>
  )
}
