// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.SearchEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {
  @TempDir private Path folder;

  @BeforeEach
  void index() {
    SearchEngine.at(folder.resolve("index")).withoutVectors().openOrCreate().close();
  }

  private Path certificate() {
    return folder.resolve("tls.crt");
  }

  private Path key() {
    return folder.resolve("tls.key");
  }

  private ServerBuilder server() {
    return SearchServer.builder()
        .index("words", folder.resolve("index"))
        .port(0)
        .tls(certificate(), key());
  }

  /** Writes a certificate of its own, by the JDK's keytool, and returns its serial number. */
  private BigInteger write(String algorithm) throws Exception {
    Path store = folder.resolve("store-" + System.nanoTime() + ".p12");
    String password = "changeit";
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                algorithm,
                "-alias",
                "server",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                password)
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(output).isZero();
    KeyStore keys = KeyStore.getInstance(store.toFile(), password.toCharArray());
    Certificate certificate = keys.getCertificate("server");
    Key key = keys.getKey("server", password.toCharArray());
    replace(certificate(), pem("CERTIFICATE", certificate.getEncoded()));
    replace(key(), pem("PRIVATE KEY", key.getEncoded()));
    return ((X509Certificate) certificate).getSerialNumber();
  }

  /** Replaces a file as a whole, with another time. */
  private static void replace(Path file, String text) throws IOException {
    Path next = Files.writeString(file.resolveSibling("next"), text);
    Files.setLastModifiedTime(next, FileTime.fromMillis(System.currentTimeMillis() + 5_000));
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String pem(String kind, byte[] encoded) {
    String lines = Base64.getMimeEncoder(64, new byte[] {10}).encodeToString(encoded);
    return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
  }

  /** A reply, with the certificate and the version of the connection. */
  private record Reply(String text, BigInteger serial, String protocol) {}

  private static SSLContext trusting() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Trusting()}, null);
    return context;
  }

  private static Reply get(int port, String path) throws Exception {
    SSLContext context = trusting();
    try (SSLSocket socket =
        (SSLSocket)
            context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return new Reply(text, shown.getSerialNumber(), socket.getSession().getProtocol());
    }
  }

  /** Accepts the certificates of this test. */
  private static final class Trusting implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void answersOverTls(String algorithm) throws Exception {
    BigInteger serial = write(algorithm);
    try (SearchServer server = server().start()) {
      Reply reply = get(server.port(), "/api/search?query=word");
      assertThat(reply.text()).startsWith("HTTP/1.1 200").contains("\"hits\"");
      assertThat(reply.serial()).isEqualTo(serial);
      assertThat(reply.protocol()).isEqualTo("TLSv1.3");
    }
  }

  @Test
  void agreesOnHttp2WithClientsThatOfferIt() throws Exception {
    write("EC");
    try (SearchServer server = server().start();
        HttpClient client = HttpClient.newBuilder().sslContext(trusting()).build()) {
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create("https://localhost:" + server.port() + "/api/search?query=word"))
              .build();
      HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(reply.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(reply.body()).contains("\"hits\"");
    }
  }

  @Test
  void usesANewCertificateWithoutARestart() throws Exception {
    BigInteger first = write("EC");
    try (SearchServer server = server().start()) {
      assertThat(get(server.port(), "/health/ready").serial()).isEqualTo(first);
      BigInteger second = write("RSA");
      Waiting.until(() -> serial(server).equals(second));
      // A file that is damaged, or that does not fit, changes nothing.
      replace(key(), "no key");
      Thread.sleep(1_100);
      assertThat(serial(server)).isEqualTo(second);
      BigInteger third = write("EC");
      Waiting.until(() -> serial(server).equals(third));
    }
  }

  private static BigInteger serial(SearchServer server) {
    try {
      return get(server.port(), "/health/ready").serial();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void namesWhatIsWrongWithAFile() throws Exception {
    write("EC");
    String key = Files.readString(key());
    write("EC");
    for (List<String> wrong :
        List.of(
            List.of(key, "tls.key: is not the key of the first certificate in"),
            List.of("", "tls.key: has no private key"),
            List.of(
                key.replace("BEGIN PRIVATE", "BEGIN EC PRIVATE"),
                "tls.key: has EC PRIVATE KEY, expected BEGIN PRIVATE KEY"),
            List.of(pem("PRIVATE KEY", new byte[40]), "tls.key: the private key is damaged"))) {
      Files.writeString(key(), wrong.get(0));
      assertThatThrownBy(() -> server().start())
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining(wrong.get(1));
    }
    Files.writeString(key(), key);
    Files.writeString(certificate(), "nothing");
    assertThatThrownBy(() -> server().check())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("tls.crt: ");
    Files.delete(certificate());
    assertThatThrownBy(() -> server().check()).hasMessageContaining("tls.crt: ");
  }
}
