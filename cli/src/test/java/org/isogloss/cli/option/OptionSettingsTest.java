// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class OptionSettingsTest {
  @TempDir private Path folder;

  @Command(name = "sample", mixinStandardHelpOptions = true)
  private static final class Sample {
    @Option(names = "--port")
    private int port = 8080;

    @Option(names = "--token-file")
    private Path tokenFile = Path.of("none");

    @Option(names = "--index")
    private List<String> indexes = List.of();

    @Option(names = "--create")
    private boolean create;

    @Parameters(paramLabel = "FILES", arity = "0..*")
    private List<String> files = List.of();
  }

  private final Sample sample = new Sample();
  private final CommandLine command = new CommandLine(sample);

  private Path file(String yaml) throws IOException {
    return Files.writeString(folder.resolve("server.yaml"), yaml);
  }

  private OptionSettings settings(String yaml, Map<String, String> environment, String... arguments)
      throws IOException {
    command.parseArgs(arguments);
    OptionSettings settings = new OptionSettings(command.getCommandSpec());
    settings.addFile(file(yaml));
    settings.addEnvironment(environment);
    settings.apply(command);
    return settings;
  }

  @Test
  void readsOptionsByTheirNames() throws IOException {
    settings("port: 9090\nindex: [a=x, 'b=y,z']\ncreate: true\ntoken-file: t # tokens\n", Map.of());
    assertThat(sample.port).isEqualTo(9090);
    assertThat(sample.indexes).containsExactly("a=x", "b=y,z");
    assertThat(sample.create).isTrue();
    assertThat(sample.tokenFile).isEqualTo(Path.of("t"));
  }

  private OptionSettings section(String yaml, String... arguments) throws IOException {
    command.parseArgs(arguments);
    OptionSettings settings = new OptionSettings(command.getCommandSpec());
    settings.addSection(file(yaml), "sample", List.of("sample", "other"));
    settings.apply(command);
    return settings;
  }

  @Test
  void readsTheOptionsOfOneCommandOfSeveral() throws IOException {
    OptionSettings settings =
        section(
            """
            sample:
              port: 9090
              index: own
              files: [a, b]
            other:
              anything: {nested: true}
            all:
              index: shared
              threads: 2
            """,
            "--port",
            "1");
    assertThat(sample.port).isEqualTo(1);
    assertThat(sample.indexes).containsExactly("own");
    assertThat(sample.files).containsExactly("a", "b");
    assertThat(settings.applied()).containsExactlyInAnyOrder("index: own", "files: a, b");
  }

  @Test
  void takesOptionsOfAllCommandsThatThisOneHas() throws IOException {
    section("all: {index: shared, threads: 2}\nother: {x: 1}\n");
    assertThat(sample.indexes).containsExactly("shared");
  }

  @Test
  void argumentsOfTheCommandLineReplaceThoseOfTheSection() throws IOException {
    section("sample: {files: [a, b]}\n", "c");
    assertThat(sample.files).containsExactly("c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sampel: {port: 1}    | server.yaml, line 1: unknown command "sampel"; did you mean sample?
          sample: {prot: 1}    | server.yaml, line 1: unknown setting "prot"; did you mean port?
          sample: 1            | server.yaml, line 1: sample is a value, expected lines such as threads: 4 below it
          all: {port: 1}       | server.yaml, line 1: unknown setting "port", expected one of device, index, quiet, threads
          sample: {port: many} | server.yaml, line 1: Invalid value for option '--port'
          [a]                  | server.yaml, line 1: expected lines such as index: with options of the command
          """)
  void namesFileAndLineOfASection(String yaml, String message) {
    assertThatThrownBy(() -> section(yaml))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(message);
  }

  @Test
  void prefersTheCommandLineToTheEnvironmentAndTheEnvironmentToTheFile() throws IOException {
    OptionSettings settings =
        settings(
            "# all\nport: 1\nindex: [f, g]\ntoken-file: file\n",
            Map.of("ISOGLOSS_PORT", "2", "ISOGLOSS_INDEX", "e,h", "PORT", "4"),
            "--port",
            "3");
    assertThat(sample.port).isEqualTo(3);
    assertThat(sample.indexes).containsExactly("e", "h");
    assertThat(sample.tokenFile).isEqualTo(Path.of("file"));
    assertThat(settings.effective(command))
        .containsExactlyInAnyOrder(
            "port: 3 (the command line)",
            "index: e, h (ISOGLOSS_INDEX)",
            "token-file: file (" + folder.resolve("server.yaml") + ", line 4)");
  }

  @Test
  void replacesAllValuesOfARepeatedOption() throws IOException {
    settings("index: [f, g]\n", Map.of(), "--index", "c");
    assertThat(sample.indexes).containsExactly("c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          prot: 1           | line 1: unknown setting "prot"; did you mean port?
          zzzzzz: 1         | line 1: unknown setting "zzzzzz", expected one of create, files, index, port, token-file
          help: true        | line 1: unknown setting "help"
          port: many        | line 1: Invalid value for option '--port'
          port: [1, 2]      | line 1: port has 2 values, expected 1
          port: {a: 1}      | line 1: port has no value
          port:             | line 1: port has no value
          create: yes!      | line 1: create is yes!, expected true or false
          - port            | line 1: expected lines such as port: 8080
          port: "1          | is not YAML
          index: [&a x, *a] | line 1: index has an alias, expected the value itself
          """)
  void namesTheLineOfAnError(String yaml, String message) {
    assertThatThrownBy(() -> settings(yaml, Map.of()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("server.yaml, line 1")
        .hasMessageContaining(message);
  }

  @Test
  void rejectsWhatIsGivenTwice() {
    assertThatThrownBy(() -> settings("port: 1\nport: 2\n", Map.of()))
        .hasMessageContaining("line 2")
        .hasMessageContaining("port is given twice");
    assertThatThrownBy(() -> settings("port: 1\n---\nport: 2\n", Map.of()))
        .hasMessageContaining("a second document begins");
  }

  @Test
  void readsUtf8WithOrWithoutAByteOrderMark() throws IOException {
    settings("\uFEFFtoken-file: größe\n", Map.of());
    assertThat(sample.tokenFile).isEqualTo(Path.of("größe"));
    OptionSettings settings = new OptionSettings(command.getCommandSpec());
    Path latin = Files.write(folder.resolve("latin.yaml"), new byte[] {'a', ':', ' ', (byte) 0xE4});
    assertThatThrownBy(() -> settings.addFile(latin))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("latin.yaml: is not in UTF-8");
    assertThatThrownBy(() -> settings.addFile(folder.resolve("missing.yaml")))
        .isInstanceOf(IsoglossException.class)
        .message()
        .containsOnlyOnce("missing.yaml");
  }

  @Test
  void readsAnEmptyFile() throws IOException {
    settings("# nothing yet\n", Map.of());
    assertThat(sample.port).isEqualTo(8080);
  }

  @Test
  void namesTheVariableOfAnError() {
    assertThatThrownBy(() -> settings("", Map.of("ISOGLOSS_PORT", "many")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith("ISOGLOSS_PORT: ");
    assertThatThrownBy(() -> settings("", Map.of("ISOGLOSS_TOKENFILE", "t")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(
            "unknown variable ISOGLOSS_TOKENFILE; did you mean ISOGLOSS_TOKEN_FILE?");
  }

  @Test
  void ignoresTheVariablesOfTheLauncherAndOfAService() throws IOException {
    settings(
        "",
        Map.of(
            "ISOGLOSS_OPTS", "-Xmx2g",
            "ISOGLOSS_HOME", "/opt/isogloss",
            "ISOGLOSS_PORT", "tcp://10.0.0.1:8080",
            "ISOGLOSS_SERVICE_HOST", "10.0.0.1"));
    assertThat(sample.port).isEqualTo(8080);
  }

  @Command(name = "strict")
  private static final class Strict {
    @Option(names = "--queries", required = true)
    private String queries = "";

    @Option(names = "--to", required = true)
    private String to = "";
  }

  @ParameterizedTest
  @CsvSource({"queries: q, Missing required option: '--to=<to>'", "'',--queries=<queries>"})
  void mayHaveRequiredOptions(String missing, String problem) throws IOException {
    Strict strict = new Strict();
    CommandLine called = new CommandLine(strict);
    assertThatThrownBy(() -> called.parseArgs()).isInstanceOf(MissingParameterException.class);
    OptionSettings incomplete = new OptionSettings(called.getCommandSpec());
    incomplete.addFile(file(missing));
    assertThatThrownBy(() -> incomplete.apply(called))
        .isInstanceOf(MissingParameterException.class)
        .hasMessageContaining(problem);
    assertThatThrownBy(() -> called.parseArgs("--to", "t"))
        .isInstanceOf(MissingParameterException.class);
    OptionSettings complete = new OptionSettings(called.getCommandSpec());
    complete.addFile(file("queries: q\nto: u"));
    complete.apply(called);
    assertThat(strict.queries).isEqualTo("q");
    assertThat(strict.to).as("of the command line").isEqualTo("t");
    assertThat(complete.applied()).containsExactly("queries: q");
  }
}
