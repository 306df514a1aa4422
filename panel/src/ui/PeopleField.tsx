// PeopleSelect for pages: shows who is let in at once, and fetches the list when someone comes to it.

import { ComboboxChevron, Pill, PillsInput } from '@mantine/core'
import { useId } from 'react'
import { fieldOnDemand, type StandInProps } from './fieldOnDemand.tsx'
import { invitationFor, type PeopleProps, usePeople } from './people.ts'

export const PeopleField = fieldOnDemand(() => import('./PeopleSelect.tsx'), 'PeopleSelect', StandIn)

function StandIn({ ids, onChange, input }: PeopleProps & StandInProps) {
  const id = useId()
  const names = usePeople(ids)
  return (
    <PillsInput label="People" id={id} rightSectionPointerEvents="none" __defaultRightSection={<ComboboxChevron />}>
      <Pill.Group>
        {ids.map((person) => (
          <Pill key={person} withRemoveButton onRemove={() => onChange(ids.filter((other) => other !== person))}>
            {names.get(person)}
          </Pill>
        ))}
        <PillsInput.Field id={id} placeholder={invitationFor(ids)} {...input} value={input.value ?? ''} />
      </Pill.Group>
    </PillsInput>
  )
}
