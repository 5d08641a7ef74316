import { Button, Group, Image, Input } from '@mantine/core'
import { VanishingButton } from '../../ui/ActionButton.tsx'
import '@mantine/core/styles/Image.layer.css'
import { uploadLoosePicture } from '../../../domain/uploads/api.ts'
import { usePictureFile } from '../../uploads/picture-file.tsx'
import { sendPicture } from '../../uploads/send-picture.ts'

interface Props {
  /** The address of an uploaded picture; empty for the product's own. */
  value: string
  onChange: (address: string) => void
}

/** Uploads the logo of the hut. */
export function LogoField({ value, onChange }: Props) {
  const { busy, refusal, field, open } = usePictureFile('File of the logo', async file => {
    const { urls, url } = await sendPicture(file, { address: uploadLoosePicture.path })
    // Pages show it small, so the narrowest copy is enough.
    onChange(urls['320'] ?? url)
  })
  return (
    <Input.Wrapper
      label="Logo"
      labelElement="div"
      size="md"
      description="Square pictures look best. It’s in the header, and on home screens where people install the hut."
      error={refusal}
    >
      <Group gap="sm" mt="xs">
        {value && <Image src={value} alt="The logo" w={48} h={48} fit="contain" radius="sm" />}
        <Button variant="default" loading={busy} onClick={open}>
          {value ? 'Change the logo' : 'Upload a logo'}
        </Button>
        {value && (
          <VanishingButton variant="subtle" disabled={busy} onClick={() => onChange('')}>
            Remove
          </VanishingButton>
        )}
      </Group>
      {field}
    </Input.Wrapper>
  )
}
