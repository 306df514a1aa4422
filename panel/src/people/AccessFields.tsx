// Access fields: visibility with an explanation, and for restricted things the roles and people.

import { Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useSetup } from '../api/setup.ts'
import type { AccessList, Visibility } from '../api/types.ts'
import { type Limit, limitText, VISIBILITIES } from '../ui/audience.ts'
import { lazily } from '../ui/lazily.tsx'

const PeopleSelect = lazily(
  () => import('./PeopleSelect.tsx'),
  'PeopleSelect',
  () => <TextInput label="People" disabled />,
)

const MEANINGS: Record<Visibility, string> = {
  public: 'Anyone can read this without signing in.',
  members: 'Everyone with a verified email can read this.',
  restricted: 'Only the roles, groups and people below can read this.',
}

/** Explains a visibility; for members also whether anyone can register. */
function useMeaning(visibility: Visibility): string {
  const setup = useSetup({ enabled: visibility === 'members' })
  if (visibility === 'members' && setup.data?.registration === 'open')
    return 'Everyone with a verified email can read this, and anyone can create an account.'
  return MEANINGS[visibility]
}

const GroupSelect = lazily(
  () => import('./PeopleSelect.tsx'),
  'GroupSelect',
  () => <TextInput label="Groups" disabled />,
)

type Props = {
  visibility: Visibility
  access: AccessList
  /** What the categories above allow at most. */
  limit?: Limit | undefined
  onChange: (part: { visibility?: Visibility; access?: AccessList }) => void
}

export function AccessFields({ visibility, access, limit, onChange }: Props) {
  const limited = limitText(visibility, limit)
  const meaning = useMeaning(visibility)
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Who can read this"
        description={limited ? undefined : meaning}
        inputWrapperOrder={['label', 'input', 'description']}
        data={VISIBILITIES}
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
            description="Admins always have access."
            checked={access.roles.includes('reader')}
            onChange={(event) =>
              onChange({ access: { ...access, roles: event.currentTarget.checked ? ['reader'] : [] } })
            }
          />
          <GroupSelect ids={access.groups} onChange={(groups) => onChange({ access: { ...access, groups } })} />
          <PeopleSelect ids={access.users} onChange={(users) => onChange({ access: { ...access, users } })} />
        </>
      )}
    </Stack>
  )
}
