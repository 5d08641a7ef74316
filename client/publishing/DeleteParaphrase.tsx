import { Button } from '@mantine/core'
import { useState } from 'react'
import { deleteParaphrase, sourcePage } from '../../domain/publishing/api.ts'
import { call } from '../lib/api.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'

export function DeleteParaphrase({ id, username }: { id: number; username: string }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="subtle" aria-label={`Delete the paraphrase of ${username}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmModal
        opened={asking}
        title="Delete this paraphrase?"
        confirm="Delete"
        onConfirm={async () => {
          await call(deleteParaphrase, { params: { paraphrase: String(id) } })
          await reloadPages(sourcePage)
        }}
        onClose={() => setAsking(false)}
      >
        It disappears for everybody. This cannot be undone.
      </ConfirmModal>
    </>
  )
}
