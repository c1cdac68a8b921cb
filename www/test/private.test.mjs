import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPrivate } from '../src/research/private.js';

const PRIVATE = `localhost LOCALHOST. a.localhost printer.local nas.lan db.internal x.home.arpa router wiki.corp
  127.0.0.1 127.1 0 0.0.0.0 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 192.0.0.1 198.18.0.1 224.0.0.1 255.255.255.255
  2130706433 0x7f000001 017700000001 0x7f.1 127.0.0.1. １２７.0.0.1 ⑩.0.0.1
  [::] [::1] [::ffff:127.0.0.1] [::ffff:a00:1] [::10.0.0.1] [64:ff9b::c0a8:101] [2002:a00:1::] [fc00::1] [fd12:3456::1] [fe80::1] [fec0::1] [ff02::1]
  a.svc api.default.svc host.localdomain [::ffff:0:127.0.0.1] [::ffff:0:a00:1] [2001:0:4136:e378:8000:63bf:80ff:fffe] [2001::f5ff:fffe]`;
const PUBLIC = `example.org localhost.example.org local.example 8.8.8.8 11.0.0.1 172.15.0.1 172.32.0.1 192.167.1.1 169.253.1.1 100.63.0.1 100.128.0.1 192.0.1.1 198.20.0.1 223.255.255.255
  134744072 [2001:4860:4860::8888] [::ffff:8.8.8.8] [2002:808:808::] [64:ff9b::808:808] [2606:4700::1111] [::ffff:0:808:808] [2001:0:4136:e378:8000:63bf:f7f7:f7f7] svc.example 例子.中国`;

for (const [hosts, is] of [[PRIVATE, true], [PUBLIC, false]]) {
  for (const host of hosts.split(/\s+/)) test(`${host} is ${is ? 'private' : 'public'}`, () => assert.equal(isPrivate(`http://${host}:8080/path?x`), is));
}
