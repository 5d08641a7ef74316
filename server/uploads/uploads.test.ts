import { mkdir, readdir, utimes } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadPicture } from '../../domain/uploads/api.ts'
import { countRows } from '../../testing/database/rows.ts'
import { expectRefused } from '../../testing/input/bad-requests.ts'
import { photo, upload } from '../../testing/input/pictures.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { uploadFolder } from './store.ts'

let world: World
let ada: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
})
afterAll(() => world.close())

const keep = async (content: Buffer, options = {}) => {
  const response = await upload(ada, content, options)
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)])
  return response.json()
}
const load = async (url: string) => (await ada.request({ url })).rawPayload
/** Whether the pixel in the corner is red, blue, or another colour. */
const cornerOf = async (picture: Buffer) => {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = data
  const colour = red > 200 && green + blue < 80 ? 'red' : blue > 200 && red + green < 80 ? 'blue' : 'another'
  return { width: info.width, height: info.height, colour }
}
/** BMP of 24 bits: two rows of two pixels, all red. */
const bitmap = () => {
  const file = Buffer.alloc(54 + 16)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(2, 18)
  file.writeInt32LE(2, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  file.writeUInt32LE(16, 34)
  for (const at of [54, 57, 62, 65]) file.writeUInt8(255, at + 2)
  return file
}
const moving = (type: 'gif' | 'webp') => {
  const frames = ['red', 'blue', 'red'].map(background => ({
    create: { width: 20, height: 10, channels: 3 as const, background }
  }))
  const joined = sharp(frames as never, { join: { animated: true } } as never)
  return type === 'gif'
    ? joined.gif({ delay: [100, 100, 100] }).toBuffer()
    : joined.webp({ delay: [100, 100, 100] }).toBuffer()
}

describe('a picture', () => {
  test('is stored by the file field of a form, with or without a slug, and its address is returned', {
    tags: ['UPL-01', 'UPL-03', 'UPL-04', 'UPL-06', 'D-120']
  }, async () => {
    for (const url of ['/upload/', '/upload', '/upload/my-first-item', '/api/upload/my-first-item']) {
      const kept = await keep(await photo(), { url, name: 'a.jpg' })
      expect(kept).toEqual({
        url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\.jpg$/),
        urls: { default: kept.url },
        width: 60,
        height: 40
      })
    }
  })

  test('is served only to its sender until a text shows it, with its own type and nothing that could run', async () => {
    const { url } = await keep(await photo())
    const { statusCode, headers } = await ada.request({ url })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox"
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect((await world.visitor.request({ url })).statusCode).toBe(404)
    for (const unknown of [url.replace(/.{4}\.jpg/, '0000.jpg'), '/uploads/a.jpg', '/uploads/..%2f..%2fpackage.json']) {
      expect([unknown, (await ada.request({ url: unknown })).statusCode]).toEqual([unknown, 404])
    }
  })

  test.each(['a.png', 'a.html', 'a', ''])('is stored whatever its name is: %j', { tags: 'D-120' }, async name => {
    expect((await keep(await photo(), { name })).url).toMatch(/^\/uploads\/[0-9a-f]{32}\.jpg$/)
  })

  test('has narrower copies if it is wide, none larger than a screen', async () => {
    const { url, urls, width, height } = await keep(await photo(3000, 1500))
    expect([width, height, Object.keys(urls)]).toEqual([2048, 1024, ['320', '640', '1024', '1600', 'default']])
    expect(urls.default).toBe(url)
    expect(await cornerOf(await load(urls['320']))).toEqual({ width: 320, height: 160, colour: 'red' })
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('is turned upright from every orientation: %i', async orientation => {
    const held = await sharp(await photo())
      .keepMetadata()
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer()
    const { url, width, height } = await keep(held)
    const expected = await cornerOf(await sharp(held).autoOrient().png().toBuffer())
    expect(await cornerOf(await load(url))).toEqual(expected)
    expect({ width, height }).toEqual({ width: expected.width, height: expected.height })
  })

  test('loses its location, its colour profile and anything behind its pixels', async () => {
    const taken = sharp(await photo()).withExif({
      IFD0: { Copyright: 'Of ada' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' }
    })
    const sent = Buffer.concat([await taken.withIccProfile('p3').jpeg().toBuffer(), Buffer.from('behind the picture')])
    expect((await sharp(sent).metadata()).exif).toBeDefined()
    const kept = await load((await keep(sent)).url)
    const { exif, icc, xmp, iptc } = await sharp(kept).metadata()
    expect({ exif, icc, xmp, iptc }).toEqual({})
    for (const text of ['Of ada', 'behind the picture', 'GPS', 'Exif']) expect(kept.includes(text), text).toBe(false)
  })

  test.each(['gif', 'webp'] as const)('keeps moving as a %s', { tags: ['UPL-09', 'UPL-11'] }, async type => {
    const { url, width, height } = await keep(await moving(type), { name: `a.${type}` })
    expect([width, height]).toEqual([20, 10])
    expect(await sharp(await load(url), { animated: true }).metadata()).toMatchObject({
      format: type,
      pages: 3,
      delay: [100, 100, 100]
    })
  })

  test('is accepted in each type, and shown in one that every browser knows', { tags: 'UPL-07..UPL-12' }, async () => {
    const picture = () => sharp({ create: { width: 9, height: 9, channels: 4, background: '#f008' } })
    const sent: [string, Buffer, string][] = [
      ['a.png', await picture().png().toBuffer(), 'png'],
      ['a.gif', await picture().gif().toBuffer(), 'gif'],
      ['a.webp', await picture().webp().toBuffer(), 'webp'],
      ['a.tiff', await picture().tiff({ compression: 'lzw' }).toBuffer(), 'png'],
      ['a.tif', await picture().flatten().tiff().toBuffer(), 'jpg'],
      ['a.bmp', bitmap(), 'png']
    ]
    for (const [name, content, type] of sent) {
      const { url } = await keep(content, { name })
      expect([name, url.split('.')[1]]).toEqual([name, type])
    }
    const { url } = await keep(bitmap())
    expect(await cornerOf(await load(url))).toEqual({ width: 2, height: 2, colour: 'red' })
    // Transparent pictures stay transparent.
    const { url: through } = await keep(await picture().png().toBuffer())
    expect((await sharp(await load(through)).stats()).isOpaque).toBe(false)
  })
})

/** A PNG with this many pixels per edge, in a few kilobytes. */
const bomb = (edge: number) => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const whole = Buffer.alloc(body.length + 8)
    whole.writeUInt32BE(data.length)
    body.copy(whole, 4)
    whole.writeUInt32BE(crc32(body), body.length + 4)
    return whole
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(edge)
  head.writeUInt32BE(edge, 4)
  head.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc(edge * (edge / 8 + 1)))
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

describe('refused pictures, with a reason in `error.message` and nothing stored', { tags: ['UPL-05', 'D-120'] }, () => {
  const refusedAs = async (content: Buffer | string, options = {}, caller = ada) => {
    const before = await countRows(world.db)
    const response = await upload(caller, content, options)
    expectRefused(response)
    expect(await countRows(world.db)).toEqual(before)
    return response.json().error.message
  }
  const KINDS = 'Choose a picture: JPEG, PNG, GIF, BMP, WebP or TIFF.'
  const DAMAGED = 'We can’t read this picture. It’s damaged, or part of it is missing.'

  test('a file whose bytes are no picture, whatever type the browser sends', async () => {
    for (const content of ['', 'hello', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', '%PDF-']) {
      expect([content, await refusedAs(content, { name: 'a.png' })]).toEqual([content, KINDS])
    }
  })

  test('a picture that is also another kind of file', async () => {
    const picture = await photo()
    const archive = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])
    for (const second of ['<script>alert(1)</script>', '<!DOCTYPE html><html>', '<?php phpinfo();', archive]) {
      expect(await refusedAs(Buffer.concat([picture, Buffer.from(second)]))).toBe(KINDS)
    }
    expect(await refusedAs(Buffer.from('GIF89a/*<body onload=alert(1)>*/'))).toBe(KINDS)
  })

  test('a PNG with a page behind it or among its pixels, but not one with such words in its notes', async () => {
    const picture = await sharp(await photo())
      .png()
      .toBuffer()
    const chunk = (type: string, text: string): Buffer => {
      const body = Buffer.from(type + text, 'latin1')
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
      length.writeUInt32BE(text.length)
      sum.writeUInt32BE(crc32(body))
      return Buffer.concat([length, body, sum])
    }
    const head = 8 + 25
    const withChunk = (type: string): Buffer =>
      Buffer.concat([
        picture.subarray(0, head),
        chunk(type, 'Comment\0<script>alert(1)</script>'),
        picture.subarray(head)
      ])
    expect(await refusedAs(withChunk('teSt'), { name: 'a.png' })).toBe(KINDS)
    expect(await refusedAs(Buffer.concat([picture, Buffer.from('<script>1</script>')]), { name: 'a.png' })).toBe(KINDS)
    expect((await upload(ada, withChunk('tEXt'), { name: 'a.png' })).statusCode).toBe(200)
  })

  test('a JPEG with a page behind it or among its pixels, but not one with such words in its notes', async () => {
    const page = '<script>alert(1)</script>'
    const segment = (marker: number, text: string): Buffer => {
      const head = Buffer.from([0xff, marker, 0, 0])
      head.writeUInt16BE(text.length + 2, 2)
      return Buffer.concat([head, Buffer.from(text, 'latin1')])
    }
    for (const progressive of [false, true]) {
      const picture = await sharp(await photo())
        .jpeg({ progressive })
        .toBuffer()
      const withSegment = (marker: number, text = page): Buffer =>
        Buffer.concat([picture.subarray(0, 2), segment(marker, text), picture.subarray(2)])
      // A comment, and the notes of a program.
      for (const marker of [0xfe, 0xe1, 0xed]) {
        const response = await upload(ada, withSegment(marker), { name: 'a.jpg' })
        expect([marker, response.statusCode]).toEqual([marker, 200])
        expect((await load(response.json().url)).includes(page)).toBe(false)
      }
      const beforeEnd = Buffer.concat([picture.subarray(0, -2), segment(0xfe, page), picture.subarray(-2)])
      expect((await upload(ada, beforeEnd, { name: 'a.jpg' })).statusCode).toBe(200)
      expect(await refusedAs(Buffer.concat([withSegment(0xfe), Buffer.from(page)]))).toBe(KINDS)
      expect(await refusedAs(withSegment(0xdb))).toBe(KINDS)
      // A comment that claims more bytes than it has hides nothing.
      const cut = Buffer.concat([picture.subarray(0, 2), Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.from(page)])
      expect(await refusedAs(cut)).toBe(KINDS)
    }
  })

  test('a damaged or truncated picture of each type', async () => {
    const picture = sharp(await photo(400, 300))
    const whole = [
      await picture.clone().jpeg().toBuffer(),
      await picture.clone().png().toBuffer(),
      await picture.clone().gif().toBuffer(),
      await picture.clone().webp().toBuffer(),
      await picture.clone().tiff().toBuffer(),
      await moving('gif'),
      await moving('webp'),
      bitmap()
    ]
    for (const [index, file] of whole.entries()) {
      expect([index, await refusedAs(file.subarray(0, file.length * 0.6))]).toEqual([index, DAMAGED])
    }
    expect(await refusedAs(Buffer.concat([whole[0]?.subarray(0, 200) ?? Buffer.alloc(0), Buffer.alloc(500, 7)]))).toBe(
      DAMAGED
    )
  })

  test('a small file that unpacks to a huge picture', async () => {
    const file = bomb(8000)
    expect(file.length).toBeLessThan(20_000)
    expect(await refusedAs(file)).toContain('50,000,000 pixels')
  })

  test('a file of more than 10 MB', async () => {
    const file = Buffer.concat([await photo(), Buffer.alloc(10 * 1_048_576)])
    expect(await refusedAs(file)).toBe('This picture is too large: a file can have up to 10 MB.')
  })

  test('two files in one form', async () => {
    const body = new FormData()
    for (const name of ['a.jpg', 'b.jpg']) body.append('file', new Blob([new Uint8Array(await photo())]), name)
    const form = new Response(body)
    const { statusCode, body: refusal } = await ada.request({
      method: 'POST',
      url: '/upload/',
      headers: { 'content-type': form.headers.get('content-type') ?? '' },
      payload: Buffer.from(await form.arrayBuffer())
    })
    expect([statusCode, JSON.parse(refusal).errors.file]).toEqual([422, expect.stringContaining('Send one file')])
  })

  test('another field, no form, and a truncated form', async () => {
    const reason = 'Send one file, as a form (multipart/form-data) with the field "file".'
    expect(await refusedAs(await photo(), { field: 'upload' })).toBe(reason)
    const form = { 'content-type': 'multipart/form-data; boundary=b' }
    const raw = async (payload: string, headers: Record<string, string>) =>
      (await ada.request({ method: 'POST', url: '/upload/', payload, headers })).json().error.message
    expect(await raw('{}', { 'content-type': 'application/json' })).toBe(reason)
    expect(await raw('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nGIF89a', form)).toBe(
      reason
    )
    expect(await raw('--b--', form)).toBe(reason)
    expect(await raw('', { 'content-type': 'multipart/form-data' })).toEqual(expect.any(String))
  })

  test('a visitor’s, and one with a wrong CSRF token', { tags: 'UPL-02' }, async () => {
    expect(await refusedAs(await photo(), {}, world.visitor)).toBe('Please sign in to use that feature.')
    const { statusCode, body } = await ada.request({
      method: 'POST',
      url: uploadPicture.path,
      headers: { 'x-csrf-token': 'made up' }
    })
    expect([statusCode, JSON.parse(body).error.message]).toEqual([419, expect.stringContaining('expired')])
  })
})

test('received files are deleted afterwards', async () => {
  await upload(ada, 'no picture')
  await keep(await photo())
  expect(await readdir(`${uploadFolder(world.config)}/incoming`)).toEqual([])
})

test('a starting node deletes files left an hour ago, but not those on their way to other nodes', async () => {
  const folder = `${uploadFolder(world.config)}/incoming`
  for (const [name, age] of [
    ['left', 3_601_000],
    ['on its way', 1_800_000]
  ] as const) {
    await mkdir(`${folder}/${name}`, { recursive: true })
    const at = new Date(world.clock.now() - age)
    await utimes(`${folder}/${name}`, at, at)
  }
  await world.secondNode()
  expect(await readdir(folder)).toEqual(['on its way'])
  await world.pass(2 * 3_600_000)
  expect(await readdir(folder)).toEqual([])
})

test('pictures that one person and others send at once are all stored', async () => {
  const grace = await world.as('grace')
  const file = await photo()
  const responses = await Promise.all([ada, ada, ada, ada, grace, grace].map(person => upload(person, file)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
})

test('a person uploads at most 300 pictures a day, and does not limit others', async () => {
  const limited = await openWorld({ RATE_LIMITS: 'on' })
  const [maria, rosa] = [await limited.as('maria'), await limited.as('rosa')]
  await limited.pass(86_400_000)
  const account = { id: (await maria.user()).id, role_id: 1, registered: new Date(0), is_unconfirmed: false }
  await limited.deps.take(account, { pictures: 299 })
  const file = await photo()
  expect((await upload(maria, file)).statusCode).toBe(200)
  const refused = await upload(maria, file)
  const others = await upload(rosa, file)
  await limited.pass(86_400_000)
  const nextDay = await upload(maria, file)
  await limited.close()
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().error.message]).toEqual([
    429,
    '86400',
    'You’ve reached the limit of 300 pictures a day. Please try again in 24 hours.'
  ])
  expect([others.statusCode, nextDay.statusCode]).toEqual([200, 200])
})

test('a picture that nothing shows is deleted after a day, once on several nodes', async () => {
  const { url, urls } = await keep(await photo(700, 10))
  await world.secondNode()
  await world.pass(86_000_000)
  expect((await ada.request({ url })).statusCode).toBe(200)
  await world.pass(2 * 3_600_000)
  for (const each of [url, ...Object.values<string>(urls)]) {
    expect((await ada.request({ url: each })).statusCode).toBe(404)
  }
  expect((await countRows(world.db)).uploads).toBe(0)
})
