import { ApiError } from "#web-kit/api/api-error.ts";
import { callApi, jsonBody } from "#web-kit/api/call-api.ts";
import type { NamedDesign } from "../../frame/designed-voice.ts";

/**
 * Saves a designed voice to the account that is signed in to the dashboard; returns false where nobody is signed in.
 *
 * Rejects with ApiError.
 */
export async function saveVoice({ name, description }: NamedDesign): Promise<boolean> {
  try {
    await callApi("/dashboard/api/v1/voices", {
      method: "POST",
      ...jsonBody({ name, voice_description: description }),
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}
