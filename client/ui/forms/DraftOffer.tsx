import { Alert, Button, Group, Text } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { useFocusAfter } from '../focus.ts'

const useWhen = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

interface Draft {
  id: string
  form: { title: string }
  /** Milliseconds since 1970. */
  at: number
  /** Set only on drafts that the server keeps. */
  saves?: number
}

interface Props<One> {
  drafts: readonly One[]
  restore: (draft: One) => void
  discard: (draft: One) => void
}

/** Offers unsaved drafts of earlier visits to a form. Each stays until it is restored or discarded. */
export function DraftOffer<One extends Draft>({ drafts, restore, discard }: Props<One>) {
  if (drafts.length === 0) return null
  const title = drafts.length === 1 ? 'You have unsaved changes' : `You have ${drafts.length} unsaved drafts`
  return (
    <Alert mb="lg" radius="lg" role="status" title={title}>
      {drafts.map(draft => (
        <Offer
          key={draft.id}
          draft={draft}
          isOne={drafts.length === 1}
          restore={() => restore(draft)}
          discard={() => discard(draft)}
        />
      ))}
    </Alert>
  )
}

interface OfferProps {
  draft: Draft
  isOne: boolean
  restore: () => void
  discard: () => void
}

function Offer({ draft, isOne, restore, discard }: OfferProps) {
  const name = draft.form.title.trim()
  const time = useWhen()(draft.at)
  const which = `${name ? `“${name}”, ` : ''}from ${time}`
  const label = (action: string) => (isOne ? undefined : `${action} the draft ${which}`)
  return (
    <Group ref={useFocusAfter<HTMLDivElement>()} gap="sm" mt="sm">
      <Text style={{ flex: '1 1 16rem' }}>
        {name ? `“${name}”, ` : 'They are '}from {time}.
        {isOne && (draft.saves === undefined ? ' They’re kept in this browser.' : ' You can continue on any device.')}
      </Text>
      <Button aria-label={label('Restore')} onClick={restore}>
        Restore
      </Button>
      <Button variant="default" aria-label={label('Discard')} onClick={discard}>
        Discard
      </Button>
    </Group>
  )
}
