-- The account that begins with the service had no quota, so that the probes that use its key took another way than customers do.

update account_limits set value = case name when 'monthlyAudioSeconds' then 36000000 else 200000000 end
  where value is null and name in ('monthlyAudioSeconds', 'monthlyCharacters')
  and account_id in (select account_id from api_keys where name = 'bootstrap');
