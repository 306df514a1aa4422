// Sets up an authenticator app, confirmed by a code. The QR code is drawn here, so no other site sees the secret.

import { Code, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { encode } from 'uqr'
import { call } from '../../api/client.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { CodeInput } from '../../ui/Form.tsx'
import { useApiForm } from '../../ui/useApiForm.ts'

type Props = { onClose: () => void; onDone: (codes: string[] | null) => Promise<void> }

export function SetUpApp({ onClose, onDone }: Props) {
  const begun = useQuery({
    queryKey: ['totp'],
    queryFn: () => call('POST /auth/factors/totp'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const form = useApiForm({
    initialValues: { code: '' },
    send: (body) => call('POST /auth/factors/totp/confirm', { body }),
    onSent: ({ recovery_codes }) => void onDone(recovery_codes),
  })
  return (
    <FormDialog form={form} title="Set up an authenticator app" action="Confirm" onClose={onClose}>
      <Text fz="sm">Scan this with the app, or type the key into it. Then enter the code that it shows.</Text>
      <ErrorNote error={begun.error} onRetry={() => void begun.refetch()} />
      {begun.isPending && <Skeleton h={200} w={200} mx="auto" />}
      {begun.data && (
        <>
          <QrCode text={begun.data.uri} />
          <Code block ta="center" aria-label="Key">
            {begun.data.key.match(/.{1,4}/g)?.join(' ')}
          </Code>
        </>
      )}
      <CodeInput label="Code from the app" {...form.getInputProps('code')} />
    </FormDialog>
  )
}

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    // Scanners expect dark on light in both colour schemes.
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code with the key"
      style={{ width: 'min(220px, 100%)', margin: '0 auto', background: '#fff', shapeRendering: 'crispEdges' }}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
