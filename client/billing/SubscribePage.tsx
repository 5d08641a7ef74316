import { Card, Checkbox, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { TextLink } from '../ui/links/TextLink.tsx'
import { Panel } from '../ui/Panel.tsx'
import '@mantine/core/styles/RadioCard.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { endText, subscribePage } from '../../domain/billing/api.ts'
import { CURRENCY, PERIOD_DAYS, type Product, planKeyOf, planOf } from '../../domain/billing/plans.ts'
import { lossNow, planChange } from '../../domain/billing/subscription.ts'
import { type ChangeTime, confirmSubscription, createSubscription } from '../../domain/billing/subscription-api.ts'
import { formatMoney } from '../../domain/lib/money.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import type { PlanKey } from '../../domain/tokens/plan-keys.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { call } from '../lib/api.ts'
import { useOwnDay, useZone } from '../lib/dates/own-days.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { config } from '../lib/embedded.ts'
import { usePage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { useAction } from '../ui/ActionButton.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import classes from './billing.module.css'
import { addCard, reloadBilling, SUBSCRIPTION_TOAST } from './billing.ts'
import { CardError, type CardPayer, STILL_LOADING, useCardPage } from './card/card.ts'
import { FreeHut } from './FreeHut.tsx'
import { firstChoice, NEW_CARD, PayBy } from './PayBy.tsx'
import { Price } from './Price.tsx'
import { purchaseSucceeded } from './purchase.ts'

const SIGNED_OUT = 'Please login or create an account to subscribe.'
const SAVE_CARD = 'Please check the box to save your payment method.'
const NO_CARD = 'Please select a payment method.'

/** Subscribes to a plan, or changes to another one (BIL-21..BIL-29). `?product=` preselects a plan. */
export function SubscribePage() {
  const page = usePage(subscribePage)
  const user = useUser()
  const { subscription } = page
  const zone = useZone()
  useCardPage(page.checkout)
  // Hides the form after success. Otherwise it would offer the other plan, and a second press could buy that by
  // mistake.
  const [isDone, setIsDone] = useState(false)
  if (config.is_free) return <FreeHut title="Subscribe" />
  if (isDone) return <Loading />
  return (
    <>
      <PageHeading title="Subscribe" />
      {subscription && (
        <Text mb="lg">
          You have {subscription.product}. {subscription.end_date && endText(subscription.end_date, zone)} See{' '}
          <TextLink to="/account">My Account</TextLink>.
        </Text>
      )}
      {/* The key starts the form afresh after a sign-in, because the user has other cards than the visitor. */}
      <Subscribe
        key={`${user?.id} ${page.payment_methods.length} ${subscription?.id}`}
        page={page}
        onDone={() => setIsDone(true)}
      />
    </>
  )
}

function Subscribe({ page, onDone }: { page: DataOf<typeof subscribePage>; onDone: () => void }) {
  const { products, payment_methods: cards, subscription, renewal, checkout } = page
  const { search } = useLocation()
  const navigate = useNavigate()
  const day = useOwnDay()
  const payer = useRef<CardPayer>(null)
  const current = subscription && {
    plan: subscription.product_key,
    status: subscription.stripe_sub_status,
    endDate: subscription.end_date,
    nextPlan: renewal?.next_plan ?? null
  }
  const [plan, setPlan] = useState<PlanKey>(() => firstPlan(search, current))
  const [when, setWhen] = useState<ChangeTime>('period_end')
  const [choice, setChoice] = useState(() => firstChoice(cards))
  const [isSaved, setIsSaved] = useState(false)
  const { busy, refusal, refuse, run } = useAction(error => {
    if (!(error instanceof CardError)) return messageOf(error)
    // The card form shows refusals of a new card under its field.
    return choice === NEW_CARD ? null : error.message
  })
  const change = planChange(current, plan)
  const isLater = change === 'continue' || (change === 'smaller' && when === 'period_end')
  const isChosen =
    change === 'has' || (change === 'smaller' && isLater && current?.endDate === null && current.nextPlan === plan)
  const periodEnd = renewal?.period_end ? day(renewal.period_end) : null

  /** After a second press the server continues with the same subscription, so the person never pays twice. */
  async function subscribe(form: CardPayer): Promise<void> {
    const method = choice === NEW_CARD ? await form.createPaymentMethod() : choice
    // A new card that is not charged now is saved without asking.
    if (isLater && choice === NEW_CARD) await addCard(method, form.confirmSetup)
    const isKnown = isLater || choice !== NEW_CARD
    const { type, clientSecret, subscription } = await call(createSubscription, {
      params: { product: plan },
      body: { when, ...(isKnown ? { default_payment_method: method } : {}) }
    })
    if (type === 'setup') return await finish(change === 'continue' ? 'Your subscription continues.' : beginText(plan))
    if (clientSecret) await form.confirmPayment(clientSecret, method)
    const { message } = await call(confirmSubscription, { params: { subscription: String(subscription.id) } })
    await finish(message)
    void purchaseSucceeded(message)
  }

  async function finish(message: string): Promise<void> {
    onDone()
    await reloadBilling()
    toast.success(message, { id: SUBSCRIPTION_TOAST, at: '/account' })
    await navigate('/account#subscription')
  }

  function beginText(key: PlanKey): string {
    return `${planOf(key).title} starts on ${periodEnd}.`
  }

  function submit(): void {
    requireSignIn(
      'to subscribe',
      () => {
        const form = payer.current
        if (!form) refuse(choice === NEW_CARD ? NO_CARD : STILL_LOADING)
        else if (choice === NEW_CARD && !form.isComplete()) refuse(NO_CARD)
        else if (choice === NEW_CARD && !isSaved) refuse(SAVE_CARD)
        else void run(() => subscribe(form))
      },
      null,
      SIGNED_OUT
    )
  }

  function submitText(): string {
    const price = formatMoney(planOf(plan).amount, CURRENCY)
    if (change === 'has') return 'You have this plan'
    if (change === 'continue') return current?.endDate ? 'Resubscribe' : `Keep ${planOf(plan).title}`
    if (isLater) return isChosen ? beginText(plan) : `Change on ${periodEnd}`
    return change === 'smaller' ? `Change now for ${price}` : `Subscribe for ${price}`
  }

  return (
    <Form busy={busy} onSubmit={submit} aria-label="Subscribe">
      <Radio.Group label="Plan" value={plan} onChange={value => setPlan(value as PlanKey)} mb="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mt="xs">
          {products.map(product => (
            <PlanChoice
              key={product.id}
              plan={product}
              isCurrent={product.key === current?.plan}
              isDisabled={product.key !== null && planChange(current, product.key) === 'has'}
            />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {change === 'smaller' && renewal && (
        <When value={when} onChange={setWhen} plan={planOf(plan).title} renewal={renewal} periodEnd={periodEnd} />
      )}
      <Panel id="payment" title="Payment" maw="44rem">
        <Stack gap="md">
          <PayBy ref={payer} cards={cards} checkout={checkout} value={choice} onChange={setChoice} />
          {choice === NEW_CARD && (
            <Checkbox
              label="Save this card, and charge it at each renewal"
              checked={isSaved}
              onChange={event => {
                setIsSaved(event.currentTarget.checked)
                refuse(null)
              }}
            />
          )}
          <Text size="sm" c="dimmed">
            {subscription && current && change === 'at once' && current.plan !== plan
              ? `It replaces ${subscription.product} right away: ${PERIOD_DAYS} new days start, and your monthly tokens are set to ${planOf(plan).monthly_tokens}. `
              : ''}
            {isLater
              ? `You pay nothing now. From ${periodEnd}, you pay ${formatMoney(planOf(plan).amount, CURRENCY)} every ${PERIOD_DAYS} days until you cancel.`
              : `You pay now, then every ${PERIOD_DAYS} days until you cancel.`}{' '}
            There are no refunds.
          </Text>
        </Stack>
        <FormEnd refusal={refusal} busy={busy} submit={submitText()} size="md" mt="md" disabled={isChosen} />
      </Panel>
    </Form>
  )
}

interface WhenProps {
  value: ChangeTime
  onChange: (value: ChangeTime) => void
  /** Title of the smaller plan. */
  plan: string
  renewal: NonNullable<DataOf<typeof subscribePage>['renewal']>
  periodEnd: string | null
}

/** Chooses when a smaller plan begins, and says what an immediate change loses (D-161). */
function When({ value, onChange, plan, renewal, periodEnd }: WhenProps) {
  const now = useNow()
  const end = renewal.period_end === null ? null : Date.parse(renewal.period_end)
  const { days, tokens } = lossNow({ periodEnd: end, monthly: renewal.monthly }, now)
  const [paidDays, lostTokens] = [count(days, 'paid day'), count(tokens, 'monthly token')]
  return (
    <Radio.Group label="When" value={value} onChange={next => onChange(next as ChangeTime)} mb="lg">
      <Stack gap="xs" mt="xs">
        <Radio
          value="period_end"
          label="When this period ends"
          description={`${plan} starts on ${periodEnd}. Until then you keep your plan and its tokens.`}
        />
        <Radio value="now" label="Now" description={`You lose ${paidDays} and ${lostTokens}. There are no refunds.`} />
      </Stack>
    </Radio.Group>
  )
}

function count(number: number, thing: string): string {
  return `${numberText(number)} ${thing}${number === 1 ? '' : 's'}`
}

function PlanChoice({ plan, isCurrent, isDisabled }: { plan: Product; isCurrent: boolean; isDisabled: boolean }) {
  return (
    <Card aria-label={plan.title} component="section" className={classes.choice}>
      <Radio
        value={String(plan.key)}
        label={plan.title}
        disabled={isDisabled}
        description={isCurrent ? 'You have this plan.' : undefined}
        mb="sm"
      />
      <Price plan={plan} />
      <Text>{plan.content}</Text>
    </Card>
  )
}

/** The plan in the address; otherwise a plan that does not end the one already paid for. */
function firstPlan(search: string, current: Parameters<typeof planChange>[0]): PlanKey {
  const asked = planKeyOf(new URLSearchParams(search).get('product'))
  if (asked && planChange(current, asked) !== 'has') return asked
  if (current && planChange(current, current.plan) === 'continue') return current.plan
  return current?.plan === 'goals_sessions_sub' ? 'goals_sub' : 'goals_sessions_sub'
}
