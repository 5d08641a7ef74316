import { Button, Text } from '@mantine/core'
import IconCampfire from '@tabler/icons-react/dist/esm/icons/IconCampfire.mjs'
import { PERIOD_DAYS } from '../../../domain/billing/plans.ts'
import { numberText } from '../../../domain/lib/numbers.ts'
import { type Balance, displayedTokens, totalUses, WELCOME_USES } from '../../../domain/tokens/tokens.ts'
import { canRegister, openSignIn } from '../../accounts/sign-in.ts'
import { Panel } from '../../ui/Panel.tsx'
import classes from './tokens.module.css'

const BUCKET_TEXTS = {
  monthly: `from your subscription, reset every ${PERIOD_DAYS} days`,
  free: 'free, never expire',
  purchased: 'bought, never expire'
} as const

/** The balance, in tokens and in exact uses (TOK-21, D-01). */
export function BalanceCard({ balance }: { balance: Balance | null }) {
  return (
    <Panel id="balance" title="Your balance" space="sm">
      {balance ? <Amounts balance={balance} /> : <Visitor />}
    </Panel>
  )
}

function Amounts({ balance }: { balance: Balance }) {
  const uses = totalUses(balance)
  const buckets = (['monthly', 'free', 'purchased'] as const).filter(bucket => balance[bucket] > 0)
  return (
    <>
      <p className={classes.amount}>
        <IconCampfire size={32} className={classes.ember} aria-hidden />
        <span className={classes.number}>{numberText(displayedTokens(uses))}</span> tokens
      </p>
      <Text>{numberText(uses)} uses left.</Text>
      <ul className={classes.buckets}>
        {buckets.map(bucket => (
          <li key={bucket}>
            <strong>{numberText(balance[bucket])}</strong> {BUCKET_TEXTS[bucket]}
          </li>
        ))}
      </ul>
    </>
  )
}

function Visitor() {
  if (!canRegister()) return <Text>This hut doesn’t take new people.</Text>
  return (
    <>
      <Text mb="md">
        Register and get {displayedTokens(WELCOME_USES)} free tokens, good for up to ten goals or sessions and
        everything around them. They cover {numberText(WELCOME_USES)} uses: each goal, session, log, note, post or
        message is one.
      </Text>
      <Button style={{ alignSelf: 'start' }} onClick={() => openSignIn({ tab: 'register' })}>
        Register
      </Button>
    </>
  )
}
