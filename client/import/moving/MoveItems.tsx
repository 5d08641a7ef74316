import { Button, Card, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { MovedItem } from '../../../domain/import/items/api.ts'
import { plural } from '../../../domain/lib/duration.ts'
import { ItemStatus } from '../../../domain/publishing/item.ts'
import { personPath } from '../../../domain/publishing/person.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { reloadAllPages } from '../../lib/page-cache.ts'
import { useUser } from '../../lib/user.ts'
import { VanishingButton } from '../../ui/ActionButton.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../../ui/forms/LeaveGuard.tsx'
import { Progress } from '../../ui/loading/Progress.tsx'
import { Panel } from '../../ui/Panel.tsx'
import classes from '../import.module.css'
import { PublishChoice } from './PublishChoice.tsx'
import type { ReadItems } from './read-items.ts'
import { findThere, type ItemsOutcome, planItems, runItems } from './run-items.ts'
import { WrongList } from './WrongList.tsx'

const SHOWN = 20

interface Props {
  fileName: string
  read: ReadItems
  onClose: () => void
}

/** Previews items of Markdown files, and imports them. */
export function MoveItems({ fileName, read, onClose }: Props) {
  const { items, wrong } = read
  const [there, setThere] = useState<ReadonlyMap<string, string>>(new Map())
  const [publishes, setPublishes] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<ItemsOutcome | null>(null)
  const uuid = useRef(randomUuid())
  const fresh = items.filter(({ key }) => !there.has(key))

  useEffect(() => {
    // Without this answer, the import itself finds what is here.
    findThere(
      'items',
      items.map(({ key }) => key)
    ).then(setThere, () => {})
  }, [items])

  async function start(): Promise<void> {
    setRefused(null)
    setProgress(0)
    let done = 0
    try {
      const run = { ...read, uuid: uuid.current, fileName, account: null, publishes }
      const advance = (count: number): void => {
        done += count
        setProgress(done / items.length)
      }
      const moved = await runItems(run, advance, await planItems(read))
      setOutcome({ ...moved, wrong: [...wrong, ...moved.wrong] })
      void reloadAllPages()
    } catch (error) {
      setRefused(`${messageOf(error)} Continue when you’re ready: nothing is added twice.`)
    } finally {
      setProgress(null)
    }
  }

  if (outcome) return <Imported outcome={outcome} onClose={onClose} />
  return (
    <Panel id="move-items" title={`Items in “${fileName}”`} size="h3" space="xs">
      <LeaveGuard isChanged typed="lost" />
      {items.length === 0 && <Text>There’s no item in it that can be imported.</Text>}
      {there.size > 0 && fresh.length > 0 && <Text mb="md">You have {there.size} of these items already.</Text>}
      {items.length > 0 && fresh.length === 0 && <Text>You have all of these items already.</Text>}
      <NewItems items={fresh} publishes={publishes} />
      <WrongList label="What can’t come along" lines={wrong} />
      <PublishChoice items={fresh} checked={publishes} disabled={progress !== null} onChange={setPublishes} />
      {progress !== null && <Progress label="Import" part={progress} />}
      <FormMessage text={refused} />
      <Group gap="sm" mt="lg">
        <VanishingButton loading={progress !== null} disabled={fresh.length === 0} onClick={() => void start()}>
          {refused ? 'Continue' : `Import ${plural(fresh.length, 'item')}`}
        </VanishingButton>
        <Button variant="default" disabled={progress !== null} onClick={onClose}>
          Choose another file
        </Button>
      </Group>
    </Panel>
  )
}

function NewItems({ items, publishes }: { items: readonly MovedItem[]; publishes: boolean }) {
  const username = useUser()?.person.username
  if (items.length === 0) return null
  const stateOf = ({ status }: MovedItem): string =>
    publishes && status === ItemStatus.Published ? 'published' : 'unpublished'
  return (
    <>
      <Text mb="md">
        {items.length === 1 ? 'It arrives' : 'They arrive'} on your page {username}.
        {!publishes && ' Only you see unpublished items, and you can publish them there.'}
      </Text>
      <ul aria-label="Items" className={classes.preview}>
        {items.slice(0, SHOWN).map(item => (
          <li key={item.key}>
            <Text fw={600} dir="auto">
              {item.title}
            </Text>
            <Text c="dimmed" size="sm">
              {item.is_book === 1 ? 'Group' : 'Item'} · {stateOf(item)}
            </Text>
          </li>
        ))}
      </ul>
      {items.length > SHOWN && <Text>And {items.length - SHOWN} more.</Text>}
    </>
  )
}

function Imported({ outcome, onClose }: { outcome: ItemsOutcome; onClose: () => void }) {
  const username = useUser()?.person.username
  return (
    <Card role="status">
      <Text fw={600}>{plural(outcome.added, 'item')} imported.</Text>
      <WrongList label="What couldn’t come along" lines={outcome.wrong} />
      <Group gap="sm" mt="md">
        {username && (
          <Button component={Link} to={personPath(username)}>
            My items
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Choose another file
        </Button>
      </Group>
    </Card>
  )
}
