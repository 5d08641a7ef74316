import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { PERIOD_DAYS, type Product } from '../../domain/billing/plans.ts'
import { useUser } from '../lib/user.ts'
import { Dialog } from '../ui/Dialog.tsx'
import classes from './billing.module.css'
import { Price } from './Price.tsx'

/** One plan with its terms, before payment (BIL-15..BIL-18). */
export function PlanModal({ plan, onClose }: { plan: Product | undefined; onClose: () => void }) {
  return (
    <Dialog opened={plan !== undefined} onClose={onClose} title={plan?.title} size="30rem">
      {plan && (
        <>
          <Price plan={plan} />
          <Text>{plan.content}</Text>
          <ul className={classes.terms}>
            <li>Billed every {PERIOD_DAYS} days. Renews automatically.</li>
            <li>Tokens reset at each renewal; free and bought tokens stay.</li>
            <li>If you cancel, you keep the plan until its {PERIOD_DAYS} days are up.</li>
            <li>There are no refunds.</li>
          </ul>
          <Subscribe plan={plan} />
        </>
      )}
    </Dialog>
  )
}

function Subscribe({ plan: { key } }: { plan: Product }) {
  const current = useUser()?.subscription ?? null
  if (current?.product_key !== key) {
    return (
      <Button component={Link} to={`/subscribe?product=${key}`} fullWidth data-autofocus>
        {current ? 'Change to this plan' : 'Subscribe'}
      </Button>
    )
  }
  return (
    <>
      <Text mb="md">You have this plan.</Text>
      <Button component={Link} to="/account" variant="default" fullWidth data-autofocus>
        My Account
      </Button>
    </>
  )
}
