import { Text } from '@mantine/core'
import classes from '../import.module.css'

const WRONG_SHOWN = 20

/** What a file has that can't come along, each line with its reason. */
export function WrongList({ label, lines }: { label: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <Text mt="md">{label}:</Text>
      <ul aria-label={label} className={classes.wrong}>
        {lines.slice(0, WRONG_SHOWN).map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows can have the same line, and none moves.
          <li key={index}>{text}</li>
        ))}
      </ul>
      {lines.length > WRONG_SHOWN && <Text>And {lines.length - WRONG_SHOWN} more.</Text>}
    </>
  )
}
