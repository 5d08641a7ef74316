import { Text } from '@mantine/core'
import type { Product } from '../../domain/billing/plans.ts'
import classes from './billing.module.css'

export function Price({ plan: { price, monthly_tokens } }: { plan: Pick<Product, 'price' | 'monthly_tokens'> }) {
  return (
    <>
      <p className={classes.price}>
        <span className={classes.number}>${price}</span> {monthly_tokens === null ? 'once' : 'a month'}
      </p>
      <Text fw={600} mb="sm">
        {monthly_tokens === null ? '10 tokens' : `${monthly_tokens} tokens every month`}
      </Text>
    </>
  )
}
