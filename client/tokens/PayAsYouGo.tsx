import { Card, Text, Title } from '@mantine/core'
import classes from './tokens.module.css'

/** The facts (TOK-19, TOK-20); there is nothing to press until cards can be taken. */
export function PayAsYouGo() {
  return (
    <Card component="section" aria-labelledby="pay-as-you-go">
      <Title order={2} id="pay-as-you-go" mb="sm">
        Pay As You Go
      </Title>
      <p className={classes.amount}>
        <span className={classes.number}>$10</span> for 10 tokens
      </p>
      <Text>That covers 1,000 goals, sessions, logs, notes, posts or messages. Bought tokens never expire.</Text>
      <Text c="dimmed" mt="sm">
        Paying by card opens on this page soon.
      </Text>
    </Card>
  )
}
