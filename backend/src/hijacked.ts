/** Takes a response away from Fastify, which then no longer handles what goes wrong with it. */
import type { FastifyReply } from "fastify";

/** Runs what sends the response. If that fails, the connection ends: its client would wait forever. */
export function hijacked(reply: FastifyReply, send: () => void): void {
  reply.hijack();
  try {
    send();
  } catch (error) {
    reply.log.error({ err: error }, "The response failed.");
    reply.raw.destroy();
  }
}
