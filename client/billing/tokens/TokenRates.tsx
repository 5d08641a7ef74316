import { Title } from '@mantine/core'
import { PERIOD_DAYS } from '../../../domain/billing/plans.ts'
import { Prose } from '../../ui/text/Prose.tsx'

/** The FAQ at /tokens#token-rates (TOK-23). Explains why both sentences about the ten free tokens are true (D-01). */
export function TokenRates() {
  return (
    <section id="token-rates" aria-labelledby="token-rates-title" style={{ marginTop: '3rem' }}>
      <Title order={2} id="token-rates-title" mb="md">
        Token rates
      </Title>
      <Prose>
        <h3>What does a token buy?</h3>
        <p>
          One token covers 100 uses. Creating a goal, joining a session, logging progress, writing a note, posting in a
          forum and sending a chat message are one use each.
        </p>
        <h3>What is free?</h3>
        <p>
          Editing, pausing and completing what you have, ticking off a checklist, lists, following activities, joining
          groups, and creating activities, sessions and groups.
        </p>
        <h3>What do the 10 free tokens cover?</h3>
        <p>
          Everyone starts with 10 free tokens, good for up to ten goals or sessions: a token covers 100 uses, so each of
          the ten comes with about a hundred logs, notes and messages.
        </p>
        <h3>Do tokens expire?</h3>
        <p>
          Bought and free tokens never expire. Subscription tokens reset every {PERIOD_DAYS} days from the day you
          subscribed. They’re spent first.
        </p>
      </Prose>
    </section>
  )
}
