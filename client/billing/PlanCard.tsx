import { Button, Card, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { PlanKey } from '../../domain/accounts/user.ts'
import type { Product } from '../../domain/billing/plans.ts'
import classes from './billing.module.css'
import { Price } from './Price.tsx'

interface Props {
  plan: Product
  onExpand: (key: PlanKey) => void
}

export function PlanCard({ plan: { key, title, content, ...plan }, onExpand }: Props) {
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <Price plan={plan} />
      <Text className={classes.content}>{content}</Text>
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
