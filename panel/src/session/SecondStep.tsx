// The second step of a sign-in, over the form of the first step.

import { Text } from '@mantine/core'
import { call } from '../api/client.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ProofForm } from './ProofForm.tsx'
import { type SecondStep as Step, secondStep } from './proof.ts'

export function SecondStep({ step: { ticket, methods } }: { step: Step }) {
  const cancel = () => secondStep.settle(undefined)
  return (
    <Dialog onClose={cancel} title="Second step" size="sm" zIndex={600}>
      <Text fz="sm" c="dimmed">
        Your account is protected by a second factor.
      </Text>
      <ProofForm
        methods={methods}
        action="Sign in"
        challenge={() => call('POST /auth/second-factor/options', { body: { ticket } })}
        prove={async (proof) =>
          secondStep.settle(await call('POST /auth/second-factor', { body: { ...proof, ticket } }))
        }
        onCancel={cancel}
      />
    </Dialog>
  )
}
