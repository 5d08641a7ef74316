import { Badge, Card, Text, Title } from '@mantine/core'
import { IconButton } from '../ui/IconButton.tsx'
import '@mantine/core/styles/Badge.layer.css'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { Note } from '../../domain/notes/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { config } from '../lib/embedded.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { LinkedText } from '../ui/text/LinkedText.tsx'
import { ReadMore } from '../ui/text/ReadMore.tsx'
import { EditNote } from './EditNote.tsx'
import classes from './notes.module.css'
import { deleteNoteSoon } from './notes.ts'

interface Props {
  note: Note
  /** Set on the goal's own page, which shows its name already. */
  hideGoal?: boolean
  /** The example for visitors (D-46). */
  example?: boolean
}

const useDate = dateTexts({ dateStyle: 'medium' })

/** A note. A double-click or Edit opens its form; Save closes it (NOTE-03..NOTE-12). */
export function NoteCard({ note, hideGoal = false, example = false }: Props) {
  const [editing, setEditing] = useState(false)
  const dateText = useDate()
  const card = useRef<HTMLDivElement>(null)
  // The focused element is gone, so move the focus to its replacement.
  const edit = (on: boolean): void => {
    flushSync(() => setEditing(on))
    card.current?.querySelector<HTMLElement>(on ? 'input' : 'button')?.focus()
  }
  const onDoubleClick = ({ target }: MouseEvent): void => {
    if (!editing && !example && !(target as Element).closest('a, button, [role="dialog"]')) edit(true)
  }
  const { title, content, goal, created_at } = note
  return (
    <Card ref={card} component="article" className={classes.card} onDoubleClick={onDoubleClick}>
      {editing ? (
        <EditNote note={note} onDone={() => edit(false)} />
      ) : (
        <>
          <div className={classes.top}>
            <Text c="dimmed">
              <time dateTime={created_at}>{dateText(Date.parse(created_at))}</time>
              {!hideGoal && goal && (
                <>
                  {' · '}
                  {example ? goal.title : <Link to={`/my/goals/${goal.id}`}>{goal.title}</Link>}
                </>
              )}
            </Text>
            {example ? (
              <Badge variant="light" ff="text">
                Example
              </Badge>
            ) : (
              <Actions note={note} onEdit={() => edit(true)} />
            )}
          </div>
          <ReadMore about={title || 'this note'}>
            <div className={classes.words}>
              {title && (
                <Title order={2} size="h3" className={classes.text}>
                  {title}
                </Title>
              )}
              {content && (
                <Text className={classes.text}>
                  <LinkedText text={content} />
                </Text>
              )}
              <Part label="Todo" text={note.todo} />
              <Part label="Done" text={note.done} />
            </div>
          </ReadMore>
        </>
      )}
      {example && <Text c="dimmed">Yours appear here when you write them.</Text>}
    </Card>
  )
}

function Part({ label, text }: { label: string; text: string }) {
  if (!text) return null
  return (
    <div className={classes.part}>
      <Text fw={600}>{label}</Text>
      <Text className={classes.text}>
        <LinkedText text={text} />
      </Text>
    </div>
  )
}

function Actions({ note, onEdit }: { note: Note; onEdit: () => void }) {
  const [deleting, setDeleting] = useState(false)
  const about = note.title ? ` “${note.title}”` : ' this note'
  return (
    <div className={classes.actions}>
      <IconButton icon={IconPencil} label={`Edit${about}`} title="Edit" onClick={onEdit} />
      <IconButton icon={IconTrash} label={`Delete${about}`} title="Delete" onClick={() => setDeleting(true)} />
      <ConfirmModal
        opened={deleting}
        title="Delete this note?"
        confirm="Delete"
        onConfirm={() => deleteNoteSoon(note)}
        onClose={() => setDeleting(false)}
      >
        You can undo this for ten seconds. After that, it’s gone for good.
        {config.is_free ? '' : ' You don’t get the token back.'}
      </ConfirmModal>
    </div>
  )
}
