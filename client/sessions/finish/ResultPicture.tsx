import { Button, Group } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs'
import { useEffect, useState } from 'react'
import { config } from '../../lib/embedded.ts'
import type { Done } from './done.ts'

const SIZE = 1080
const EDGE = 96
const HEADINGS = "'Fraunces Variable', Georgia, serif"
const TEXT = "'Inter Variable', Arial, sans-serif"

interface Props {
  title: string
  facts: string
  mine: Done[]
  ours: Done[]
}

/** The results as a picture. The browser draws it, so no server stores it. */
export function ResultPicture(props: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [address, setAddress] = useState<string | null>(null)
  const content = JSON.stringify(props)
  useEffect(() => {
    let isGone = false
    let url = ''
    void draw(JSON.parse(content)).then(drawn => {
      if (isGone) return
      url = URL.createObjectURL(drawn)
      setFile(drawn)
      setAddress(url)
    })
    return () => {
      isGone = true
      URL.revokeObjectURL(url)
    }
  }, [content])
  if (!file || !address) return null
  const canShare = navigator.canShare?.({ files: [file] }) ?? false
  return (
    <>
      <img
        src={address}
        width={SIZE}
        height={SIZE}
        alt={`${props.title}: ${[...props.mine, ...props.ours].map(({ title, text }) => `${title} ${text}`).join(', ')}`}
        style={{ display: 'block', width: '100%', height: 'auto', borderRadius: '0.75rem' }}
      />
      <Group mt="md" gap="sm" justify="flex-end">
        <Button
          component="a"
          href={address}
          download={file.name}
          variant={canShare ? 'default' : 'filled'}
          leftSection={<IconDownload size={20} aria-hidden />}
        >
          Save
        </Button>
        {canShare && (
          <Button
            leftSection={<IconShare size={20} aria-hidden />}
            onClick={() => void navigator.share({ files: [file], title: props.title }).catch(() => {})}
          >
            Share
          </Button>
        )}
      </Group>
    </>
  )
}

async function draw({ title, facts, mine, ours }: Props): Promise<File> {
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.fillStyle = '#fcf7ef'
  pen.fillRect(0, 0, SIZE, SIZE)
  // The room's full ring, centred on the picture's top right corner.
  pen.strokeStyle = '#b5400f'
  pen.lineWidth = 44
  pen.beginPath()
  pen.arc(SIZE, 0, 330, 0, 2 * Math.PI)
  pen.stroke()
  const write = (text: string, font: string, colour: string, x: number, y: number, width: number): void => {
    pen.font = font
    pen.fillStyle = colour
    pen.fillText(cut(pen, text, width), x, y)
  }
  const wide = SIZE - 2 * EDGE
  let y = 220
  for (const line of lines(pen, title, `600 76px ${HEADINGS}`, wide - 200).slice(0, 3)) {
    write(line, `600 76px ${HEADINGS}`, '#26201c', EDGE, y, wide)
    y += 92
  }
  write(facts, `400 38px ${TEXT}`, '#6b5f54', EDGE, y + 10, wide)
  y += 120
  for (const [heading, done] of [
    ['I did', mine],
    ['Together', ours]
  ] as const) {
    if (done.length === 0) continue
    write(heading, `600 34px ${TEXT}`, '#b5400f', EDGE, y, wide)
    y += 66
    for (const one of done.slice(0, 3)) {
      write(one.text, `600 54px ${HEADINGS}`, '#26201c', EDGE, y, wide / 2)
      write(one.title, `400 38px ${TEXT}`, '#6b5f54', EDGE + wide / 2 + 20, y, wide / 2 - 20)
      y += 76
    }
    y += 24
  }
  write(config.app_name, `600 36px ${HEADINGS}`, '#26201c', EDGE, SIZE - EDGE + 20, wide)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  return new File(blob ? [blob] : [], 'result.png', { type: 'image/png' })
}

function lines(pen: CanvasRenderingContext2D, text: string, font: string, width: number): string[] {
  pen.font = font
  const found: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = `${found.at(-1) ?? ''} ${word}`.trim()
    if (found.length > 0 && pen.measureText(longer).width <= width) found[found.length - 1] = longer
    else found.push(word)
  }
  return found
}

function cut(pen: CanvasRenderingContext2D, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text
  let short = text
  while (short.length > 1 && pen.measureText(`${short}…`).width > width) short = short.slice(0, -1)
  return `${short}…`
}
