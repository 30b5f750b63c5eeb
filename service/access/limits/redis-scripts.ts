import { defineScript, type CommandParser } from "@redis/client";

/**
 * Lua scripts of the Redis store; each is atomic, on one key, and uses the server's clock in milliseconds.
 *
 * A window is a list of event times, oldest first; a sum is a number; places are a sorted set of ids by expiry.
 */

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** (window; limit, window in ms, events) → allowed as 0 or 1, how many are counted, ms until there is room for one more. */
const COUNT = `${NOW}
local limit, window, events = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) <= now - window do
  redis.call('LPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
local counted = redis.call('LLEN', KEYS[1])
local allowed = counted + events <= limit
if allowed and events == 1 then
  counted = redis.call('RPUSH', KEYS[1], now)
  redis.call('PEXPIRE', KEYS[1], window)
end
local following = redis.call('LINDEX', KEYS[1], math.max(counted - limit, 0))
local reset = 0
if following then reset = following + window - now elseif not allowed then reset = window end
return {allowed and 1 or 0, counted, reset}
`;

/** (sum; amount, lifetime in ms) → the sum. */
const ADD = `
local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return {sum}
`;

/** (places; limit, id, lifetime in ms) → taken as 0 or 1, how many are taken. */
const TAKE = `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local running = redis.call('ZCARD', KEYS[1])
if running >= tonumber(ARGV[1]) then return {0, running} end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {1, running + 1}
`;

/** (places; id, lifetime in ms) → an empty list. */
const KEEP = `${NOW}
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {}
`;

/** (places) → how many are taken. */
const RUNNING = `${NOW}
return {redis.call('ZCOUNT', KEYS[1], '(' .. now, '+inf')}
`;

export const redisScripts = {
  limitCount: script(COUNT),
  limitAdd: script(ADD),
  limitTake: script(TAKE),
  limitKeep: script(KEEP),
  limitRunning: script(RUNNING),
};

function script(source: string) {
  return defineScript({
    SCRIPT: source,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, key: string, ...values: (string | number)[]) {
      parser.pushKey(key);
      parser.push(...values.map(String));
    },
    transformReply: (reply: readonly number[]) => reply,
  });
}
