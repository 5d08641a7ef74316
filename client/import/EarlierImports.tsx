import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Import } from '../../domain/import/api.ts'
import { plural } from '../../domain/lib/duration.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { Panel } from '../ui/Panel.tsx'
import classes from './import.module.css'
import { undoImport } from './run-import.ts'

const useWhen = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** The earlier imports. Each can be undone as a whole at any time. */
export function EarlierImports({ imports, onUndone }: { imports: readonly Import[]; onUndone: (id: number) => void }) {
  const when = useWhen()
  const [undone, setUndone] = useState<Import | null>(null)
  return (
    <Panel id="imports" title="Earlier imports" size="h3">
      <ul className={classes.columns}>
        {imports.map(one => (
          <li key={one.id}>
            <div>
              <Text fw={600} className={classes.name}>
                {one.file_name}
              </Text>
              <Text c="dimmed" size="sm">
                {countsOf(one)} · <time dateTime={one.created_at}>{when(Date.parse(one.created_at))}</time>
              </Text>
            </div>
            <Button variant="default" onClick={() => setUndone(one)}>
              Undo this import
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmModal
        opened={undone !== null}
        title="Undo this import?"
        confirm="Undo it"
        onConfirm={async () => {
          if (!undone) return
          await undoImport(undone.id)
          onUndone(undone.id)
        }}
        onClose={() => setUndone(null)}
      >
        This deletes every log it made, even ones you’ve corrected, and they no longer count for your goals. It also
        deletes the goals, items, activities and lists it made. Items you’ve changed stay, and so does what you or
        others use.
      </ConfirmModal>
    </Panel>
  )
}

function countsOf({ logs, items }: Import): string {
  const counts = [logs > 0 || items === 0 ? plural(logs, 'log') : '', items > 0 ? plural(items, 'item') : '']
  return counts.filter(Boolean).join(' · ')
}
