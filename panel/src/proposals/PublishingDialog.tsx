// The publishing rule of a document or category, for administrators.

import { NumberInput, Select, Skeleton, Switch, Text } from '@mantine/core'
import type { PublishingOut } from 'galley-client/schema.ts'
import { Dialog, FormDialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { notify } from '../ui/notify.ts'
import { useApiForm } from '../ui/useApiForm.ts'
import { type RuleTarget, setRule, useRule } from './queries.ts'

type Props = { of: RuleTarget; name: string; onClose: () => void }

export function PublishingDialog({ of, name, onClose }: Props) {
  const rule = useRule(of)
  const title = `Review of “${name}”`
  if (rule.data) return <RuleForm {...{ of, title, onClose }} rule={rule.data} />
  return (
    <Dialog title={title} onClose={onClose}>
      {rule.error ? <ErrorNote error={rule.error} onRetry={() => void rule.refetch()} /> : <Skeleton h={160} />}
    </Dialog>
  )
}

const WAYS = [
  { value: 'inherit', label: 'As the category above says' },
  { value: 'direct', label: 'Publish directly' },
  { value: 'review', label: 'Publish after review' },
]

type FormProps = { of: RuleTarget; rule: PublishingOut; title: string; onClose: () => void }

function RuleForm({ of, rule, title, onClose }: FormProps) {
  const form = useApiForm({
    initialValues: {
      way: rule.own ? rule.publishing : 'inherit',
      approvals: rule.approvals,
      by_others: rule.by_others,
    },
    send: ({ way, approvals, by_others }) =>
      setRule(of, { publishing: way === 'inherit' ? null : (way as 'direct' | 'review'), approvals, by_others }),
    onSent: () => {
      notify('Saved.')
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={title} action="Save" onClose={onClose}>
      <Select label="Changes" data={WAYS} allowDeselect={false} {...form.getInputProps('way')} />
      {form.values.way === 'review' && (
        <>
          <NumberInput label="Approvals needed" min={1} max={3} {...form.getInputProps('approvals')} />
          <Switch
            label="Not by its author"
            description="Who wrote a proposal can't approve it."
            checked={form.values.by_others}
            onChange={(event) => form.setFieldValue('by_others', event.currentTarget.checked)}
          />
        </>
      )}
      {!rule.own && (
        <Text fz="sm" c="dimmed">
          {rule.publishing === 'review'
            ? 'A category above asks for review.'
            : 'Nothing asks for review: changes are published at once.'}
        </Text>
      )}
    </FormDialog>
  )
}
