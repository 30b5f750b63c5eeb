import { expect, test } from "vitest";
import { OpenIdProvider } from "#openid/provider.ts";
import { passProvider, startOpenIdProvider } from "../../support/servers/openid-provider.ts";

const callback = "https://speech.example.com/dashboard/provider/callback";

test("a provider says who signed in, in what a database takes, or nobody is let in", async () => {
  await using server = await startOpenIdProvider(callback);
  const provider = new OpenIdProvider(server);
  const signIn = async (login: string) => {
    const { url, secrets } = await provider.begin(callback);
    return provider.finish(await passProvider(url.href, login), secrets);
  };
  expect(await signIn("Ada@example.com")).toEqual({
    issuer: server.issuer,
    subject: "Ada@example.com",
    verifiedEmail: "ada@example.com",
  });
  expect(await signIn("unverified@example.com")).toMatchObject({ verifiedEmail: undefined });
  const unmailable = { verifiedEmail: undefined };
  expect(await signIn("<b>markup</b>@example.com")).toMatchObject(unmailable);
  for (const login of ["a\u0000da@example.com", "ada\r\n@example.com", "a".repeat(256)]) {
    await expect(signIn(login)).rejects.toThrow("the provider does not say who it is");
  }
});

test("the client's secret is changed while people sign in: either is taken, and then the new one alone", async () => {
  await using server = await startOpenIdProvider(callback);
  const { issuer, clientId, clientSecret: before } = server;
  const after = "the secret of afterwards";
  const providerWith = (clientSecret: string) =>
    new OpenIdProvider({ issuer, clientId, clientSecret });
  const [old, anew] = [providerWith(before), providerWith(after)];
  server.clientSecrets.add(after);
  // Begun by a replica that has the old one, ended by one that has the new one.
  const { url, secrets } = await old.begin(callback);
  const back = await passProvider(url.href, "ada@example.com");
  expect(await anew.finish(back, secrets)).toMatchObject({ subject: "ada@example.com" });
  server.clientSecrets.delete(before);
  const begun = await old.begin(callback);
  const late = await passProvider(begun.url.href, "ada@example.com");
  await expect(old.finish(late, begun.secrets)).rejects.toThrow("signing in with the provider");
});
