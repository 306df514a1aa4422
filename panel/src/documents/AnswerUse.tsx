// Today's usage of model answers, for admins; hidden without a model.

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { counted } from '../counted.ts'

export function AnswerUse() {
  const { data } = useQuery({ queryKey: ['answers'], queryFn: () => call('GET /api/admin/ask') })
  if (data?.by !== 'model') return null
  const today = data.days.find(({ day }) => day === new Date().toISOString().slice(0, 10))
  const used = (today?.input_tokens ?? 0) + (today?.output_tokens ?? 0)
  const cost = data.days.reduce((sum, day) => sum + (day.cost ?? 0), 0)
  return (
    <Text fz="sm" c="dimmed" mb="sm">
      Answers by {data.model} today: {used.toLocaleString('en')}
      {data.budget > 0 && ` of ${data.budget.toLocaleString('en')}`} tokens, {counted(today?.calls ?? 0, 'call')}
      {data.days.some((day) => day.cost !== null) && `; $${cost.toFixed(2)} in the last 30 days`}.
    </Text>
  )
}
