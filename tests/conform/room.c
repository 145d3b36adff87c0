/* Nothing: what is linked with it is the test (meson.build). */
int main(void)
{
    return 0;
}
