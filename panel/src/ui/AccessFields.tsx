// Who may read: the visibility of a document or category and what it means here, and for a restricted one the roles and people
// let in.

import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useSetup } from '../api/setup.ts'
import type { AccessList, Visibility } from '../api/types.ts'
import { type Limit, limitText } from './audience.ts'
import { PeopleField } from './PeopleField.tsx'

const CHOICES = [
  { value: 'public', label: 'Public: everyone' },
  { value: 'members', label: 'Members: everyone signed in' },
  { value: 'restricted', label: 'Restricted: those named' },
]

const MEANINGS: Record<Visibility, string> = {
  public: 'Anyone can read it, without signing in.',
  members: 'Everyone with an account and a verified address.',
  restricted: 'Only those chosen below.',
}

/** useMeaning says who a visibility stands for, and for members, whether anyone can become one. */
function useMeaning(visibility: Visibility): string {
  const setup = useSetup({ enabled: visibility === 'members' })
  if (visibility === 'members' && setup.data?.registration === 'open')
    return 'Everyone with an account and a verified address; anyone can make one here.'
  return MEANINGS[visibility]
}

type Props = {
  visibility: Visibility
  access: AccessList
  /** limit is what the categories above allow at most. */
  limit?: Limit | undefined
  onChange: (part: { visibility?: Visibility; access?: AccessList }) => void
}

export function AccessFields({ visibility, access, limit, onChange }: Props) {
  const limited = limitText(visibility, limit)
  const meaning = useMeaning(visibility)
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Who may read"
        description={limited ? undefined : meaning}
        inputWrapperOrder={['label', 'input', 'description']}
        data={CHOICES}
        value={visibility}
        onChange={(event) => onChange({ visibility: event.currentTarget.value as Visibility })}
      />
      {limited && (
        <Text fz="sm" c="dimmed" mt={-6}>
          <IconLock size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {limited}
        </Text>
      )}
      {visibility === 'restricted' && (
        <>
          <Checkbox
            label="Readers"
            description="Editors and administrators always may."
            checked={access.roles.includes('reader')}
            onChange={(event) =>
              onChange({ access: { ...access, roles: event.currentTarget.checked ? ['reader'] : [] } })
            }
          />
          <PeopleField ids={access.users} onChange={(users) => onChange({ access: { ...access, users } })} />
        </>
      )}
    </Stack>
  )
}
