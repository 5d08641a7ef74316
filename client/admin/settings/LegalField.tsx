import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { isLink } from '../../../domain/lib/links.ts'
import { RichTextField } from '../../editor/RichTextField.tsx'
import { TextLink } from '../../ui/links/TextLink.tsx'

/** A legal page while it is edited. It keeps what was typed for another choice. */
export interface LegalValue {
  shows: 'built-in' | 'text' | 'link'
  text: string
  link: string
}

interface Props {
  label: string
  /** The path of the page. */
  path: string
  /** What an empty setting means. */
  builtIn: string
  value: LegalValue
  onChange: (value: LegalValue) => void
  error?: string
}

/** Chooses between the built-in text, a text of the hut's own and a page elsewhere. */
export function LegalField({ label, path, builtIn, value, onChange, error }: Props) {
  const of = label.toLowerCase()
  return (
    <Stack gap="sm">
      <NativeSelect
        label={label}
        value={value.shows}
        data={[
          { value: 'built-in', label: builtIn },
          { value: 'text', label: 'A text of your own' },
          { value: 'link', label: 'A page elsewhere' }
        ]}
        onChange={event => onChange({ ...value, shows: event.currentTarget.value as LegalValue['shows'] })}
      />
      {value.shows === 'text' && (
        <RichTextField
          label={`Text of the ${of}`}
          value={value.text}
          error={error}
          onChange={text => onChange({ ...value, text })}
        />
      )}
      {value.shows === 'link' && (
        <TextInput
          label={`Address of the ${of}`}
          placeholder="https://example.org/…"
          value={value.link}
          error={error}
          onChange={event => onChange({ ...value, link: event.currentTarget.value })}
        />
      )}
      {value.shows !== 'built-in' && <TextLink to={path}>Open the page</TextLink>}
    </Stack>
  )
}

export function toLegalValue(setting: string): LegalValue {
  if (isLink(setting)) return { shows: 'link', text: '', link: setting }
  return { shows: setting ? 'text' : 'built-in', text: setting, link: '' }
}

export function legalSetting({ shows, text, link }: LegalValue): string {
  return shows === 'built-in' ? '' : shows === 'link' ? link.trim() : text
}

export function legalFault({ shows, link }: LegalValue): string | null {
  return shows === 'link' && !isLink(link.trim()) ? 'Enter an address that begins with https://.' : null
}
