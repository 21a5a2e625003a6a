import { describe, expect, test } from 'vitest'
import { isPublicAddress, lookupPublic } from './guarded-request.ts'

describe('not public', () => {
  test.each([
    ['this machine', '127.0.0.1'],
    ['this machine, by another of its names', '127.200.0.9'],
    ['any address of this machine', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['a private network', '10.0.0.1'],
    ['a private network', '172.16.0.1'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ['the metadata of a cloud', '169.254.169.254'],
    ['the metadata of another cloud', '100.100.100.200'],
    ['behind the NAT of a provider', '100.64.0.1'],
    ['protocol assignments', '192.0.0.1'],
    ['the metadata of a third cloud', '192.0.0.192'],
    ['what a cloud has beside each of its machines', '168.63.129.16'],
    ['the same as IPv4 in IPv6', '::ffff:168.63.129.16'],
    ['the same, written as a number', '::ffff:a83f:8110'],
    ['a name server that belongs to nobody', '192.31.196.1'],
    ['a relay of groups', '192.52.193.1'],
    ['documentation', '3fff::1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['a measuring bench', '198.18.0.1'],
    ['an old relay into IPv6', '192.88.99.1'],
    ['a group', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['everybody here', '255.255.255.255'],
    ['this machine', '::1'],
    ['any address of this machine', '::'],
    ['this machine as IPv4 in IPv6', '::ffff:127.0.0.1'],
    ['this machine as IPv4 in IPv6', '::ffff:7f00:1'],
    ['metadata as IPv4 in IPv6', '::ffff:a9fe:a9fe'],
    ['this machine in the old form of that', '::7f00:1'],
    ['this machine translated', '64:ff9b::7f00:1'],
    ['this machine translated locally', '64:ff9b:1::7f00:1'],
    ['this machine translated the other way', '::ffff:0:7f00:1'],
    ['this machine through 6to4', '2002:7f00:1::'],
    ['through Teredo', '2001:0:7f00:1::'],
    ['a private network', 'fc00::1'],
    ['a private network', 'fd12:3456::1'],
    ['the metadata of a cloud', 'fd00:ec2::254'],
    ['this link', 'fe80::1'],
    ['this link, with its interface', 'fe80::1%lo'],
    ['an old private network', 'fec0::1'],
    ['a group', 'ff02::1'],
    ['a drain', '100::1'],
    ['documentation', '2001:db8::1'],
    ['routing by segments', '5f00::1'],
    ['nobody’s yet', '4000::1'],
  ])('%s: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

test.each([
  '8.8.8.8',
  '168.63.129.17',
  '93.184.215.14',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
])('public: %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

describe('a connection is told', () => {
  // The lookup of an IP address needs no name server.
  const lookUp = (host: string, all: boolean) =>
    new Promise((resolve, reject) => {
      lookupPublic(host, { all }, (error, ...answer) => (error ? reject(error) : resolve(answer)))
    })

  test('one public address, or all of them, as it wishes', async () => {
    expect(await lookUp('8.8.8.8', false)).toEqual(['8.8.8.8', 4])
    expect(await lookUp('2606:4700::1111', true)).toEqual([[{ address: '2606:4700::1111', family: 6 }]])
  })

  test.each([true, false])('no other (all: %s)', async (all) => {
    await expect(lookUp('localhost', all)).rejects.toThrow('No site was found at this address.')
  })
})
