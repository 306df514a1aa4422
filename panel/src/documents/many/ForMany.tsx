// The dialog of a bulk action: confirms, shows progress, and stays open with failures.

import { Alert, Button, List, Progress, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DocumentRow } from '../../api/documentLists.ts'
import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { notify } from '../../ui/notify.ts'
import classes from '../list/list.module.css'
import { type ActOnSome, countOf, toAll, waiting } from './many.ts'

const NAMED_AT_MOST = 50

export type ManyProps = {
  documents: DocumentRow[]
  /** Gets the documents that succeeded, even if others failed. */
  onDone: (done: DocumentRow[]) => void
  onClose: () => void
}

type Props = ManyProps & {
  title: string
  action: string
  color?: string
  disabled?: boolean
  act: ActOnSome
  children: ReactNode
}

export function ForMany({ documents, title, action, color, disabled = false, act, onDone, onClose, children }: Props) {
  const [settled, setSettled] = useState(0)
  const [stopping, setStopping] = useState<AbortController>()
  const run = useMutation({
    mutationFn: (chosen: DocumentRow[]) => {
      const stop = new AbortController()
      setStopping(stop)
      setSettled(0)
      return toAll(chosen, act, { onStep: setSettled, signal: stop.signal })
    },
    onSuccess: ({ done, proposed, refused }) => {
      refreshDocuments()
      void queryClient.invalidateQueries({ queryKey: keys.document() })
      if (done.length > 0) onDone(done)
      if (proposed.length > 0) notify(waiting(proposed))
      if (refused.length === 0) onClose()
    },
  })
  const { done = [], refused = [] } = run.data ?? {}
  const asked = run.variables ?? documents
  const leave = () => (run.isPending ? stopping?.abort() : onClose())
  return (
    <Dialog title={title} onClose={leave}>
      {run.isPending ? (
        <div>
          <Text fz="sm" mb="xs" className="tabular" role="status">
            {settled.toLocaleString('en')} of {countOf(asked)}
          </Text>
          <Progress value={(settled / asked.length) * 100} aria-label={title} />
        </div>
      ) : refused.length > 0 ? (
        <Alert
          color="red"
          variant="light"
          role="alert"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={`${done.length.toLocaleString('en')} of ${countOf(asked)} done. These failed:`}
        >
          <List fz="sm" className={classes.titles}>
            {refused.slice(0, NAMED_AT_MOST).map(({ document, reason }) => (
              <List.Item key={document.id}>
                <b>{document.title}</b>: {reason}
              </List.Item>
            ))}
            {refused.length > NAMED_AT_MOST && (
              <List.Item>and {(refused.length - NAMED_AT_MOST).toLocaleString('en')} more</List.Item>
            )}
          </List>
        </Alert>
      ) : (
        children
      )}
      <DialogButtons>
        <Button variant="default" onClick={leave} data-autofocus>
          {run.isPending ? 'Stop' : refused.length > 0 ? 'Skip these' : 'Cancel'}
        </Button>
        <Button
          {...(color && { color })}
          disabled={disabled}
          loading={run.isPending}
          // Retries only failed documents.
          onClick={() => run.mutate(refused.length > 0 ? refused.map(({ document }) => document) : asked)}
        >
          {refused.length > 0 ? 'Retry' : action}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
