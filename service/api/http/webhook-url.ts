import { readPublicUrl, type AddressPolicy } from "#runtime/public-url.ts";
import { ApiError } from "../../contract/errors.ts";

/** Returns the address of a webhook as it is stored; throws ApiError for `field` if the policy does not allow it. */
export function checkedWebhookUrl(url: string, field: string, policy: AddressPolicy): string {
  const address = readPublicUrl(url, policy);
  if (address !== undefined) return address;
  throw new ApiError(
    "invalid_request",
    `${field} has to be an https address of the public network, without a name and password.`,
    field,
  );
}
