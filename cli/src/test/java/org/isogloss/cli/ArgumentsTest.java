package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
  private static final byte[] UNKNOWN = {};

  private static byte[] raw(Charset charset, String... words) {
    return (String.join("\0", words) + "\0").getBytes(charset);
  }

  @Test
  void whatWasDecodedIsAccepted() {
    assertThat(Arguments.problem("UTF-8", UNKNOWN, "search", "кофе?", "東京")).isEmpty();
    assertThat(Arguments.problem("ANSI_X3.4-1968", UNKNOWN, "search", "coffee?")).isEmpty();
    assertThat(Arguments.problem("ANSI_X3.4-1968", UNKNOWN)).isEmpty();
  }

  @Test
  void replacementCharactersAreRefused() {
    assertThat(Arguments.problem("UTF-8", UNKNOWN, "search", "gr\ufffdn"))
        .hasValueSatisfying(
            problem -> assertThat(problem).contains("gr\ufffdn", "not valid UTF-8"));
    assertThat(Arguments.problem("ANSI_X3.4-1968", UNKNOWN, "search", "\ufffd\ufffd"))
        .hasValueSatisfying(
            problem -> assertThat(problem).contains("ANSI_X3.4-1968", "LC_ALL=C.UTF-8"));
  }

  @Test
  void questionMarksThatWereLettersAreRefused() {
    byte[] raw = raw(StandardCharsets.UTF_8, "java", "search", "кофе");
    assertThat(Arguments.problem("ANSI_X3.4-1968", raw, "search", "????????")).isPresent();
    assertThat(Arguments.problem("ISO-8859-1", raw, "search", "ÐºÐ¾ÑÐµ")).isPresent();
  }

  @Test
  void wordsBeforeTheArgumentsDoNotCount() {
    byte[] raw = raw(StandardCharsets.UTF_8, "java", "-cp", "/home/Борис/x.jar", "search", "why?");
    assertThat(Arguments.problem("ANSI_X3.4-1968", raw, "search", "why?")).isEmpty();
    assertThat(Arguments.problem("ANSI_X3.4-1968", raw)).isEmpty();
  }

  @Test
  void anotherEncodingIsAcceptedIfItWasUsed() {
    byte[] raw = raw(StandardCharsets.ISO_8859_1, "java", "search", "grün");
    assertThat(Arguments.problem("ISO-8859-1", raw, "search", "grün")).isEqualTo(Optional.empty());
  }
}
