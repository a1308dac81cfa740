// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.jspecify.annotations.Nullable;

/**
 * The certificate of a server, with its private key, from two PEM files. When the files change, new
 * connections use the new certificate, and existing ones continue. Thread-safe.
 */
public final class TlsCertificate {
  private static final System.Logger LOG = System.getLogger(TlsCertificate.class.getName());
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final Pattern OTHER_KEY = Pattern.compile("-----BEGIN ([A-Z ]+PRIVATE KEY)-----");
  private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "Ed25519");
  private static final int MAX_BYTES = 1 << 20;

  /** How often the times of the files are read at most. */
  private static final Duration CHECK = Duration.ofSeconds(1);

  private final Path certificateFile;
  private final Path keyFile;
  private Loaded current;

  /** The former one, of which handshakes that have begun need the key. */
  private Loaded former;

  private List<FileTime> times;
  private long checked = System.nanoTime();

  /**
   * A certificate.
   *
   * @param alias identifies it
   * @param chain the certificate itself, then those of its issuers
   */
  private record Loaded(String alias, List<X509Certificate> chain, PrivateKey key) {
    /** Whether it can be used with keys of this kind, such as EC or RSA. */
    boolean hasType(String type) {
      String own = chain.getFirst().getPublicKey().getAlgorithm();
      return own.equals(type) || (own.startsWith("Ed") && type.equals("EdDSA"));
    }
  }

  /**
   * Reads a certificate.
   *
   * @param certificateFile X.509 certificates in PEM: that of the server, then those of its issuers
   * @param keyFile the private key of the first one in PEM, in PKCS #8 without a password
   * @throws IsoglossException if a file cannot be read or is something else, or the key belongs to
   *     another certificate
   */
  public TlsCertificate(Path certificateFile, Path keyFile) {
    this.certificateFile = certificateFile;
    this.keyFile = keyFile;
    this.times = times();
    this.current = load();
    this.former = current;
  }

  /** Returns a context in which servers use this certificate. */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {new Keys()}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the present certificate; one that cannot be read leaves the former one in use. */
  private synchronized Loaded current() {
    if (System.nanoTime() - checked >= CHECK.toNanos()) {
      checked = System.nanoTime();
      try {
        List<FileTime> present = times();
        if (!present.equals(times)) {
          times = present;
          Loaded next = load();
          former = current;
          current = next;
          LOG.log(Level.INFO, "{0}: the certificate was read again", certificateFile);
        }
      } catch (IsoglossException e) {
        LOG.log(Level.WARNING, "{0}; the former certificate remains in use", e.getMessage());
      }
    }
    return current;
  }

  private synchronized Optional<Loaded> find(String alias) {
    return alias.equals(current.alias())
        ? Optional.of(current)
        : Optional.of(former).filter(loaded -> alias.equals(loaded.alias()));
  }

  private List<FileTime> times() {
    return List.of(time(certificateFile), time(keyFile));
  }

  private static FileTime time(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  private Loaded load() {
    List<X509Certificate> chain = chain(certificateFile);
    PrivateKey key = key(keyFile);
    requireMatch(chain.getFirst().getPublicKey(), key);
    return new Loaded(times + " " + chain.getFirst().getSerialNumber(), chain, key);
  }

  private static List<X509Certificate> chain(Path file) {
    try {
      List<X509Certificate> chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes(file)))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (chain.isEmpty()) {
        throw new IsoglossException(
            file + ": has no certificate, expected lines between BEGIN and END CERTIFICATE");
      }
      return chain;
    } catch (CertificateException e) {
      throw new IsoglossException(
          file + ": is no X.509 certificate in PEM format: " + e.getMessage(), e);
    }
  }

  private static PrivateKey key(Path file) {
    String text = new String(bytes(file), StandardCharsets.ISO_8859_1);
    Matcher key = KEY.matcher(text);
    if (!key.find()) {
      Matcher other = OTHER_KEY.matcher(text);
      throw new IsoglossException(
          file
              + (other.find() ? ": has " + other.group(1) : ": has no private key")
              + ", expected BEGIN PRIVATE KEY (PKCS #8 without a password); openssl pkcs8 -topk8"
              + " -nodes converts others");
    }
    try {
      byte[] encoded = Base64.getMimeDecoder().decode(key.group(1));
      for (String algorithm : KEY_ALGORITHMS) {
        try {
          return KeyFactory.getInstance(algorithm)
              .generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (InvalidKeySpecException e) {
          LOG.log(Level.DEBUG, "{0}: is no key of {1}", file, algorithm);
        }
      }
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      throw new IsoglossException(file + ": the private key is damaged: " + e.getMessage(), e);
    }
    throw new IsoglossException(
        file + ": the private key is damaged, or is none of " + String.join(", ", KEY_ALGORITHMS));
  }

  private void requireMatch(PublicKey certified, PrivateKey key) {
    try {
      Signature signature = Signature.getInstance(signatureAlgorithm(key));
      byte[] message = {1, 2, 3};
      signature.initSign(key);
      signature.update(message);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(message);
      if (signature.verify(signed)) {
        return;
      }
    } catch (GeneralSecurityException e) {
      LOG.log(Level.DEBUG, "the key does not fit", e);
    }
    throw new IsoglossException(
        keyFile + ": is not the key of the first certificate in " + certificateFile);
  }

  private static String signatureAlgorithm(PrivateKey key) {
    return key instanceof RSAKey
        ? "SHA256withRSA"
        : key instanceof ECKey ? "SHA256withECDSA" : "Ed25519";
  }

  private static byte[] bytes(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new IsoglossException(
            file + ": has " + Files.size(file) + " bytes, expected at most " + MAX_BYTES);
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  /** What the implementation of TLS asks in each handshake. */
  private final class Keys extends X509ExtendedKeyManager {
    @Override
    public @Nullable String chooseEngineServerAlias(
        String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
      return alias(type);
    }

    @Override
    public @Nullable String chooseServerAlias(
        String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return alias(type);
    }

    private @Nullable String alias(String type) {
      Loaded loaded = current();
      return loaded.hasType(type) ? loaded.alias() : null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
      return find(alias).map(loaded -> loaded.chain().toArray(X509Certificate[]::new)).orElse(null);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
      return find(alias).map(Loaded::key).orElse(null);
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
      String alias = alias(type);
      return alias == null ? null : new String[] {alias};
    }

    @Override
    public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
      return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
        String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return null;
    }
  }
}
