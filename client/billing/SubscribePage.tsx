import { Anchor, Button, Card, Checkbox, Radio, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/RadioCard.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { PlanKey } from '../../domain/accounts/user.ts'
import { confirmSubscription, createSubscription, endText, subscribePage } from '../../domain/billing/api.ts'
import { formatMoney } from '../../domain/billing/money.ts'
import { CURRENCY, PERIOD_DAYS, type Product, planKeyOf, planOf } from '../../domain/billing/plans.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { call } from '../lib/api.ts'
import { usePage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { purchaseSucceeded } from '../tokens/purchase.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import classes from './billing.module.css'
import { reloadBilling, SUBSCRIPTION_TOAST } from './billing.ts'
import { CardError, type CardPayer, STILL_LOADING, useCardPage } from './card/card.ts'
import { firstChoice, NEW_CARD, PayBy } from './PayBy.tsx'
import { Price } from './Price.tsx'

const SIGNED_OUT = 'Please login or create an account to subscribe.'
const SAVE_CARD = 'Please check the box to save your payment method.'
const NO_CARD = 'Please select a payment method.'

/** Subscribing to a plan, or changing to another (BIL-21..BIL-29); `?product=` chooses one. */
export function SubscribePage() {
  const page = usePage(subscribePage)
  const user = useUser()
  const { subscription } = page
  useCardPage(page.checkout)
  // The page of somebody who has subscribed offers the other plan: nobody is to press that by mistake.
  const [isDone, setIsDone] = useState(false)
  if (isDone) return <Loading />
  return (
    <>
      <PageHeading title="Subscribe" />
      {subscription && (
        <Text mb="lg">
          You have {subscription.product}. {subscription.end_date && endText(subscription.end_date)} See{' '}
          <Anchor component={Link} to="/account">
            My Account
          </Anchor>
          .
        </Text>
      )}
      {/* Who signs in has cards of their own. */}
      <Subscribe
        key={`${user?.id} ${page.payment_methods.length} ${subscription?.id}`}
        page={page}
        onDone={() => setIsDone(true)}
      />
    </>
  )
}

function Subscribe({ page, onDone }: { page: DataOf<typeof subscribePage>; onDone: () => void }) {
  const { products, payment_methods: cards, subscription, checkout } = page
  const { search } = useLocation()
  const navigate = useNavigate()
  const payer = useRef<CardPayer>(null)
  const isGoing = subscription?.stripe_sub_status === 'active' || subscription?.stripe_sub_status === 'past_due'
  const current = isGoing ? subscription.product_key : null
  const [plan, setPlan] = useState<PlanKey>(() => firstPlan(search, current))
  const [choice, setChoice] = useState(() => firstChoice(cards))
  const [isSaved, setIsSaved] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  /** Pressed again, the server goes on with the same subscription, and nothing is paid twice. */
  async function subscribe(form: CardPayer): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const method = choice === NEW_CARD ? await form.createPaymentMethod() : choice
      const { clientSecret, subscription } = await call(createSubscription, {
        params: { product: plan },
        body: choice === NEW_CARD ? {} : { default_payment_method: choice }
      })
      if (clientSecret) await form.confirmPayment(clientSecret, method)
      const { message } = await call(confirmSubscription, { params: { subscription: String(subscription.id) } })
      onDone()
      await reloadBilling()
      toast.success(message, { id: SUBSCRIPTION_TOAST, at: '/account' })
      await navigate('/account#subscription')
      purchaseSucceeded(message)
    } catch (error) {
      // What was refused of a card in the form stands under its field.
      if (!(error instanceof CardError)) setProblem(messageOf(error))
      else if (choice !== NEW_CARD) setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (busy) return
    requireSignIn(
      'to subscribe',
      () => {
        const form = payer.current
        if (!form) setProblem(choice === NEW_CARD ? NO_CARD : STILL_LOADING)
        else if (choice === NEW_CARD && !form.isComplete()) setProblem(NO_CARD)
        else if (choice === NEW_CARD && !isSaved) setProblem(SAVE_CARD)
        else void subscribe(form)
      },
      null,
      SIGNED_OUT
    )
  }

  return (
    <Form onSubmit={submit} aria-label="Subscribe">
      <Radio.Group label="Plan" value={plan} onChange={value => setPlan(value as PlanKey)} mb="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mt="xs">
          {products.map(product => (
            <PlanChoice key={product.id} plan={product} isCurrent={product.key === current} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Card component="section" aria-labelledby="payment" maw="44rem">
        <Title order={2} id="payment" mb="md">
          Payment
        </Title>
        <Stack gap="md">
          <PayBy ref={payer} cards={cards} checkout={checkout} value={choice} onChange={setChoice} />
          {choice === NEW_CARD && (
            <Checkbox
              label="Save this card, and charge it at each renewal"
              checked={isSaved}
              onChange={event => {
                setIsSaved(event.currentTarget.checked)
                setProblem(null)
              }}
            />
          )}
          <Text size="sm" c="dimmed">
            {subscription && current && current !== plan
              ? `It takes the place of ${subscription.product} at once: ${PERIOD_DAYS} new days begin, and the tokens of the month are set to ${planOf(plan).monthly_tokens}. `
              : ''}
            Charged now and then every {PERIOD_DAYS} days, until you cancel. There are no refunds.
          </Text>
        </Stack>
        <FormMessage text={problem} />
        <Button type="submit" size="md" mt="md" loading={busy} disabled={plan === current}>
          {plan === current ? 'You have this plan' : `Subscribe for ${formatMoney(planOf(plan).amount, CURRENCY)}`}
        </Button>
      </Card>
    </Form>
  )
}

function PlanChoice({ plan, isCurrent }: { plan: Product; isCurrent: boolean }) {
  return (
    <Card aria-label={plan.title} component="section" className={classes.choice}>
      <Radio
        value={String(plan.key)}
        label={plan.title}
        disabled={isCurrent}
        description={isCurrent ? 'You have this plan.' : undefined}
        mb="sm"
      />
      <Price plan={plan} />
      <Text>{plan.content}</Text>
    </Card>
  )
}

function firstPlan(search: string, current: PlanKey | null): PlanKey {
  const asked = planKeyOf(new URLSearchParams(search).get('product'))
  if (asked && asked !== current) return asked
  return current === 'goals_sessions_sub' ? 'goals_sub' : 'goals_sessions_sub'
}
