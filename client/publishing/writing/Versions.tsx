import { Anchor, Button, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Item } from '../../../domain/publishing/item.ts'
import * as versionApi from '../../../domain/publishing/version-api.ts'
import { call } from '../../lib/api.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { Loading } from '../../ui/loading/Loading.tsx'
import { RichText } from '../../ui/text/RichText.tsx'
import classes from '../publishing.module.css'
import { deleteVersion, restoreVersion } from '../publishing.ts'
import { changesBetween } from './text-changes.ts'

interface Props {
  item: Item
  onRestored: (item: Item) => void
}

const useWhen = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** The earlier versions of an item, which can be viewed and restored (D-140). */
export function Versions({ item, onRestored }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Earlier versions
      </Button>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title="Earlier versions" size="40rem">
        <List item={item} onRestored={onRestored} />
      </Dialog>
    </>
  )
}

function List({ item, onRestored }: Props) {
  const [chosen, setChosen] = useState<number | null>(null)
  const when = useWhen()
  const { data, error } = useQuery({
    queryKey: ['versions', item.id],
    queryFn: async () => (await call(versionApi.getVersions, { params: { item: String(item.id) } })).versions,
    gcTime: 0
  })
  if (error) return <FormMessage text={messageOf(error)} />
  if (!data) return <Loading />
  if (data.length === 0) return <p>None yet. Each time you save, we keep the version before.</p>
  if (chosen !== null) return <Version item={item} id={chosen} onBack={() => setChosen(null)} onRestored={onRestored} />
  return (
    <ul className={classes.versions} aria-label="Earlier versions">
      {data.map(({ id, title, summary, created_at }) => (
        <li key={id}>
          <Anchor component="button" type="button" onClick={() => setChosen(id)}>
            {title}, until {when(Date.parse(created_at))}
          </Anchor>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  )
}

function Version({ item, id, onBack, onRestored }: Props & { id: number; onBack: () => void }) {
  const { busy, refusal, run } = useAction()
  const [isComparing, setIsComparing] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['versions', item.id, id],
    queryFn: async () =>
      (await call(versionApi.getVersion, { params: { item: String(item.id), version: String(id) } })).version
  })

  async function restore(): Promise<void> {
    onRestored(await restoreVersion(item, id))
  }

  async function remove(): Promise<void> {
    await deleteVersion(item, id)
    onBack()
  }

  if (error) return <FormMessage text={messageOf(error)} />
  if (!data) return <Loading />
  return (
    <>
      <Title order={3} mb="sm">
        {data.title}
      </Title>
      {isComparing ? <Changes version={data} item={item} /> : <RichText html={data.content} />}
      <FormMessage text={refusal} />
      <Group mt="lg">
        <Button onClick={() => void run(restore)} loading={busy} data-autofocus>
          Restore
        </Button>
        <Button variant="default" onClick={() => setIsComparing(!isComparing)}>
          {isComparing ? 'Show the text' : 'Show what changed'}
        </Button>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button variant="subtle" onClick={() => void run(remove)}>
          Delete this version
        </Button>
      </Group>
    </>
  )
}

/** The words that changed from a version to the saved item. */
function Changes({ version, item }: { version: { id: number; content: string }; item: Item }) {
  const { data, error } = useQuery({
    queryKey: ['versions', item.id, version.id, 'changes', item.revision],
    queryFn: () => changesBetween(version.content, item.content)
  })
  if (error) return <FormMessage text={messageOf(error)} />
  if (data === undefined) return <Loading />
  if (data === null) return <p>These versions are too different to compare word by word.</p>
  if (data.every(({ kind }) => kind === 'same')) return <p>The wording is the same.</p>
  return (
    <>
      <p className={classes.key}>
        <del>Removed</del> and <ins>added</ins> since this version:
      </p>
      <p className={classes.changes}>
        {data.map(({ text, kind }, index) => {
          const Mark = MARKS[kind]
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          return <Mark key={index}>{text}</Mark>
        })}
      </p>
    </>
  )
}

const MARKS = { same: 'span', added: 'ins', removed: 'del' } as const
