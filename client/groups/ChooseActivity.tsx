import { Button, Group as Row, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isAdmin } from '../../domain/accounts/user.ts'
import type { Group } from '../../domain/groups/api.ts'
import { getAttachable } from '../../domain/groups/attachment-api.ts'
import { call } from '../lib/api.ts'
import { getUser } from '../lib/user.ts'
import { useAction } from '../ui/ActionButton.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { attachActivity } from './groups.ts'

interface Props {
  group: Group
  /** The creator may choose any activity and propose it to its host. Members add their own activities (D-134). */
  isOwner: boolean
  onDone: () => void
}

/** The form that adds an existing activity to the group. */
export function ChooseActivity({ group, isOwner, onDone }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ slug: string; title: string } | null>(null)
  const { busy, refusal, refuse, run } = useAction()
  const offered = useAttachable(group.slug, chosen?.title === typed ? '' : typed.trim())
  const all = new Map([...(chosen ? [chosen] : []), ...(offered ?? [])].map(({ slug, title }) => [slug, title]))

  async function attach(): Promise<void> {
    if (!chosen) return refuse('Choose an activity.')
    await attachActivity(group.slug, chosen)
    onDone()
  }

  return (
    <Form busy={busy} onSubmit={() => run(attach)}>
      <Select
        label="Activity"
        description={wordsFor(isOwner)}
        placeholder="Search activities"
        searchable
        data-autofocus
        filter={({ options }) => options}
        nothingFoundMessage={
          offered ? (isOwner ? 'No matching activities.' : 'None of your activities match.') : 'Searching …'
        }
        data={[...all].map(([value, label]) => ({ value, label }))}
        error={refusal}
        value={chosen?.slug ?? null}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={slug => {
          refuse(null)
          setChosen(slug ? { slug, title: all.get(slug) ?? slug } : null)
        }}
      />
      <Row justify="flex-end" mt="lg">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Add
        </Button>
      </Row>
    </Form>
  )
}

/** A site admin moves any activity. The creator of the group proposes activities of others (D-134). */
function wordsFor(isOwner: boolean): string {
  if (isAdmin(getUser())) return 'Any activity. If it’s in another group, it moves here.'
  return isOwner
    ? 'Your own moves here from its group. For anyone else’s, we ask the host.'
    : 'One of your own. If it’s in another group, it moves here.'
}

/** How long someone pauses before their search is sent, in ms. */
const PAUSE_MS = 350

function useAttachable(hut: string, q: string) {
  const { data } = useQuery({
    queryKey: ['attachable', hut, q],
    async queryFn({ signal }) {
      if (q) await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
      signal.throwIfAborted()
      return (await call(getAttachable, { params: { hut }, query: q ? { q } : {} })).serverData.challenges
    },
    placeholderData: keepPreviousData,
    staleTime: 0
  })
  return data
}
