import { Button, Card, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { type Product, usesText } from '../../domain/billing/plans.ts'
import type { PlanKey } from '../../domain/tokens/plan-keys.ts'
import classes from './billing.module.css'
import { Price } from './Price.tsx'

interface Props {
  plan: Product
  isCurrent: boolean
  onExpand: (key: PlanKey) => void
}

export function PlanCard({ plan: { key, title, content, ...plan }, isCurrent, onExpand }: Props) {
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {isCurrent && (
        <Text fw={600} mb="xs" c="var(--mantine-primary-color-filled)">
          Your plan
        </Text>
      )}
      <Price plan={plan} />
      <Text className={classes.content}>
        {content} {usesText({ key, monthly_tokens: plan.monthly_tokens })}
      </Text>
      {key ? (
        <Button variant="light" mt="lg" fullWidth onClick={() => onExpand(key)}>
          More about {title}
        </Button>
      ) : (
        <Button component={Link} to="/tokens" variant="light" mt="lg" fullWidth>
          Buy tokens
        </Button>
      )}
    </Card>
  )
}
