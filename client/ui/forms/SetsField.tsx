import { NumberInput, type NumberInputProps } from '@mantine/core'

interface Props extends Pick<NumberInputProps, 'className' | 'label' | 'error'> {
  value: number | undefined
  onChange: (sets: number) => void
}

/** How often something is repeated, from 1 to 1,000. */
export function SetsField({ onChange, ...props }: Props) {
  return (
    <NumberInput
      {...props}
      min={1}
      max={1000}
      hideControls
      allowDecimal={false}
      onChange={sets => onChange(Math.max(1, Number(sets) || 1))}
    />
  )
}
