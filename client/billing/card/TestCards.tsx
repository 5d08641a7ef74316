import { Text } from '@mantine/core'
import classes from './card.module.css'

const TEST_CARDS = [
  ['4242 4242 4242 4242', 'is paid'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0000 0000 0069', 'has expired'],
  ['4000 0027 6000 3184', 'asks for authentication']
]

export function TestCards() {
  return (
    <div className={classes.notice}>
      <Text fw={600}>This is a sandbox: no money moves</Text>
      <Text size="sm">Don’t enter a real card. With any future date and any code,</Text>
      <ul className={classes.cards}>
        {TEST_CARDS.map(([number, what]) => (
          <li key={number}>
            <code>{number}</code> {what}
          </li>
        ))}
      </ul>
    </div>
  )
}
